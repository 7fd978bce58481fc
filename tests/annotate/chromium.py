"""Chromium without a window, driven over a pair of pipes by its DevTools protocol: no package is needed."""

import base64
import json
import os
import subprocess
import tempfile
from pathlib import Path


class Chromium:
    """A browser with one page. `events` holds what it reported unasked, as (method, parameters)."""

    def __init__(self, program: str) -> None:
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self.to_browser = os.pipe()
        self.from_browser, to_write = os.pipe()
        command = (f'exec "$0" --headless --no-sandbox --disable-gpu --hide-scrollbars --no-first-run '
                   f'--user-data-dir="$1" --remote-debugging-pipe 3<&{to_read} 4>&{to_write} 2>/dev/null')
        self.process = subprocess.Popen(["bash", "-c", command, program, self.profile.name], pass_fds=(to_read, to_write))
        os.close(to_read)
        os.close(to_write)
        self.events: list[tuple[str, dict]] = []
        self.pending = b""
        self.count = 0
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> "Chromium":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()

    def call(self, method: str, **parameters: object) -> dict:
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append((answer["method"], answer.get("params", {})))

    def _receive(self) -> dict:
        while b"\0" not in self.pending:
            part = os.read(self.from_browser, 1 << 20)
            if not part:
                raise RuntimeError("the browser has gone")
            self.pending += part
        message, self.pending = self.pending.split(b"\0", 1)
        return json.loads(message)

    def open(self, page: Path, width: int, height: int, dark: bool = False) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", features=scheme)
        self.events.clear()
        self.call("Page.navigate", url=page.resolve().as_uri())
        while ("Page.loadEventFired" not in [method for method, _ in self.events]):
            self.run("0")

    def run(self, script: str) -> object:
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def click(self, selector: str) -> None:
        """With the mouse, where the element is."""
        place = self.run(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
                         " const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)

    def press(self, key: str) -> None:
        text = {"Enter": "\r"}.get(key, key)
        code = {"Enter": 13}.get(key, ord(key[0].upper()))
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=code)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def picture(self, path: Path, whole: bool = False) -> None:
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))
