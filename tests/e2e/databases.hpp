// SQLite as a program, and a PostgreSQL server of the tests' own.
#pragma once

#include <memory>
#include <string>

#include "support/files.hpp"
#include "support/subprocess.hpp"

namespace espalier::e2e {

// A server in a directory of its own that listens on a socket in that directory only. Started once per program, stopped
// with it. As root it runs as the user postgres or nobody, which PostgreSQL demands.
class PostgresServer {
 public:
  // None if PostgreSQL is not installed or does not start.
  static PostgresServer* instance();

  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  // Runs a file of statements in a session of its own; the output has values alone, separated by bars.
  ProcessResult run_file(const std::string& path) const;

 private:
  PostgresServer() = default;
  bool start();
  ProcessResult as_server_user(std::vector<std::string> command) const;

  std::string programs_;  // the directory of pg_ctl
  std::string user_;      // empty: our own
  bool running_ = false;
  TemporaryDirectory directory_;
};

}  // namespace espalier::e2e
