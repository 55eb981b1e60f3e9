#include "e2e/databases.hpp"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

namespace espalier::e2e {

namespace {

namespace fs = std::filesystem;

// The newest of Debian's versions, or whatever is in PATH.
std::string find_programs() {
  std::vector<std::string> found;
  std::error_code none;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", none)) {
    if (fs::exists(version.path() / "bin" / "pg_ctl")) found.push_back((version.path() / "bin").string() + "/");
  }
  if (!found.empty()) return *std::max_element(found.begin(), found.end());
  return run_process({"pg_ctl", "--version"}, ".", std::chrono::seconds(20)).succeeded() ? "" : "none";
}

}  // namespace

PostgresServer* PostgresServer::instance() {
  static const std::unique_ptr<PostgresServer> kServer = [] {
    std::unique_ptr<PostgresServer> server(new PostgresServer);
    if (!server->start()) server.reset();
    return server;
  }();
  return kServer.get();
}

ProcessResult PostgresServer::as_server_user(std::vector<std::string> command) const {
  if (!user_.empty()) command.insert(command.begin(), {"runuser", "-u", user_, "--"});
  return run_process(command, directory_.path(), std::chrono::seconds(60));
}

bool PostgresServer::start() {
  programs_ = find_programs();
  if (programs_ == "none" || !run_process({"psql", "--version"}, ".", std::chrono::seconds(20)).succeeded())
    return false;
  if (::geteuid() == 0) {
    for (const char* name : {"postgres", "nobody"}) {
      const passwd* entry = ::getpwnam(name);
      if (entry == nullptr) continue;
      if (::chown(directory_.path().c_str(), entry->pw_uid, entry->pw_gid) != 0) return false;
      user_ = name;
      break;
    }
    if (user_.empty()) return false;
  }
  const std::string data = directory_.path() + "/data";
  const std::string options = "-c listen_addresses='' -c unix_socket_directories='" + directory_.path() +
                              "' -c fsync=off -c jit=off -c shared_buffers=8MB";
  if (!as_server_user(
           {programs_ + "initdb", "-D", data, "-U", "espalier", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"})
           .succeeded()) {
    return false;
  }
  running_ =
      as_server_user({programs_ + "pg_ctl", "-D", data, "-w", "-l", directory_.path() + "/log", "-o", options, "start"})
          .succeeded();
  return running_;
}

PostgresServer::~PostgresServer() {
  if (running_) as_server_user({programs_ + "pg_ctl", "-D", directory_.path() + "/data", "-m", "immediate", "stop"});
}

ProcessResult PostgresServer::run_file(const std::string& path) const {
  return run_process({"psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", directory_.path(), "-U",
                      "espalier", "-d", "postgres", "-f", path},
                     ".", std::chrono::seconds(120));
}

}  // namespace espalier::e2e
