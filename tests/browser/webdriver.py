"""A browser that is told what to do, over the WebDriver protocol (W3C) that chromedriver speaks."""
import base64
import json
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ARGUMENTS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--hide-scrollbars',
             '--disable-background-networking', '--disable-component-update', '--disable-sync']


def programs():
    """Paths of Chromium and chromedriver; None where one is not installed."""
    return shutil.which('chromium'), shutil.which('chromedriver')


class Browser:
    """A new browser, without anything that another one has left."""

    def __init__(self, width=1280, height=1000, dark=False, scripts=True):
        chromium, driver = programs()
        self.profile = tempfile.TemporaryDirectory()
        self.driver = subprocess.Popen([driver, '--port=0'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.driver.stdout:
            if 'successfully on port' in line:
                self.base = 'http://127.0.0.1:' + line.rsplit('port', 1)[1].strip(' .\n')
                break
        arguments = [*ARGUMENTS, f'--window-size={width},{height}', f'--user-data-dir={self.profile.name}']
        if dark:
            arguments.append('--blink-settings=preferredColorScheme=0')
        options = {'binary': chromium, 'args': arguments}
        if not scripts:
            options['prefs'] = {'profile.managed_default_content_settings.javascript': 2}
        wanted = {'browserName': 'chrome', 'goog:chromeOptions': options,
                  'goog:loggingPrefs': {'browser': 'ALL', 'performance': 'ALL'}}
        self.session = ''
        self.session = '/session/' + self.call('POST', '/session', {'capabilities': {'alwaysMatch': wanted}})['sessionId']

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call('DELETE', '')
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.driver.stdout.close()
            for _ in range(50):  # Chromium may still be writing to it
                try:
                    self.profile.cleanup()
                    break
                except OSError:
                    time.sleep(0.1)

    def call(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.base + self.session + path, data, {'Content-Type': 'application/json'}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)['value']
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)['value']['message']) from None

    def open(self, path):
        self.call('POST', '/url', {'url': 'file://' + str(path)})

    def run(self, script, *arguments):
        return self.call('POST', '/execute/sync', {'script': script, 'args': list(arguments)})

    def element(self, selector):
        found = self.call('POST', '/element', {'using': 'css selector', 'value': selector})
        return next(iter(found.values()))

    def click(self, selector):
        self.call('POST', f'/element/{self.element(selector)}/click', {})

    def type(self, selector, text):
        element = self.element(selector)
        self.call('POST', f'/element/{element}/clear', {})
        if text:
            self.call('POST', f'/element/{element}/value', {'text': text})

    def press(self, key):
        """A key of the keyboard, for whatever has the focus: W3C's code of it."""
        actions = [{'type': 'keyDown', 'value': key}, {'type': 'keyUp', 'value': key}]
        self.call('POST', '/actions', {'actions': [{'type': 'key', 'id': 'keyboard', 'actions': actions}]})

    def text(self, selector):
        return self.call('GET', f'/element/{self.element(selector)}/text')

    def shown(self, selector):
        return self.call('GET', f'/element/{self.element(selector)}/displayed')

    def complaints(self):
        """What the page wrote to the console since the last call."""
        return [entry['message'] for entry in self.call('POST', '/se/log', {'type': 'browser'})]

    def requests(self):
        """The addresses that were asked for since the last call."""
        asked = []
        for entry in self.call('POST', '/se/log', {'type': 'performance'}):
            message = json.loads(entry['message'])['message']
            if message['method'] == 'Network.requestWillBeSent':
                asked.append(message['params']['request']['url'])
        return asked

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.call('GET', '/screenshot')))

    def pdf(self, path):
        path.write_bytes(base64.b64decode(self.call('POST', '/print', {'background': False, 'page': {'width': 21, 'height': 29.7}})))
