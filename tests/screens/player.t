#!/bin/sh
# The page of `wormscope export` in a real browser (headless Chromium, driven over its debugging pipe): it loads without an error and
# without the network, plays, steps, goes to chapters by key, mouse and finger, and shows the cells that `render` draws.
W=$(realpath "${BUILD:-build}/wormscope")
for need in python3 chromium; do
    if ! command -v $need >/dev/null; then
        echo "1..0 # SKIP there is no $need"
        exit 0
    fi
done
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cp tests/golden/session.wsr "$dir/session.wsr"
cd "$dir" || exit 1

cat >evil.ws <<'END'
title "</title></script><script>window.hacked=1</script>]]>&'"
machine wormhole-lan
set topology torus 3 3
set load 0.3
pace 100
@200 note "</script><script>window.hacked=2</script> ]]> \"quoted\" 'single' <img src=x onerror=window.hacked=3>"
@800 ask "=1+1 who waits? <b onclick=window.hacked=4>"
@1200 answer "@all {{7*7}} ${7*7} \\u003cscript>"
@1600 set load 0.1
@2000 lens use
@3000 end
END
"$W" run evil.ws -R evil.wsr >/dev/null || echo "Bail out! no recording"
"$W" export evil.wsr -n 100 -o evil.html || echo "Bail out! no page"
"$W" export session.wsr -n 60 -t light --size 80x24 -o session.html || echo "Bail out! no page"

"$W" export kwan/two-hosts --to 2000 -n 20 -o plain.html || echo "Bail out! no page"
"$W" render evil.wsr --at 900 --no-keys -o still.html || echo "Bail out! no picture"

cat >drive.py <<'END'
import json, os, random, re, subprocess, sys, time

W, work = sys.argv[1], os.getcwd()
count = failed = 0

def check(good, what):
    global count, failed
    count += 1
    failed += not good
    print("%sok %d - %s" % ("" if good else "not ", count, what), flush=True)

class Browser:
    """Chromium behind its debugging pipe: messages of JSON with a zero byte behind each."""

    def __init__(self):
        to_read, self.to = os.pipe()
        self.back, back_write = os.pipe()

        def child():
            low, high = os.dup(to_read), os.dup(back_write)
            os.dup2(low, 3)
            os.dup2(high, 4)

        args = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND",
                "--user-data-dir=" + work + "/profile", "--remote-debugging-pipe", "about:blank"]
        for fd in (to_read, back_write):
            os.set_inheritable(fd, True)
        self.process = subprocess.Popen(args, preexec_fn=child, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.buffer, self.number, self.events, self.session = b"", 0, [], None

    def receive(self, limit=30):
        end = time.time() + limit
        while b"\0" not in self.buffer:
            import select
            if not select.select([self.back], [], [], max(0, end - time.time()))[0]:
                raise TimeoutError
            part = os.read(self.back, 1 << 20)
            if not part:
                raise EOFError("the browser is gone")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            got = self.receive()
            if got.get("id") == self.number:
                if "error" in got:
                    raise RuntimeError(method + ": " + str(got["error"]))
                return got["result"]
            self.events.append(got)

    def run(self, script):
        got = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in got:
            raise RuntimeError(str(got["exceptionDetails"]))
        return got["result"].get("value")

    def open(self, url):
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)
        for _ in range(1200):
            if self.run("document.readyState === 'complete' && location.href !== 'about:blank'"):
                return
            time.sleep(0.05)
        raise TimeoutError(url)

    def key(self, key, text=None):
        code = {" ": 32, "ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35}.get(key, ord(key[0].upper()))
        more = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", key=key, windowsVirtualKeyCode=code, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def touch(self, x1, y1, x2, y2):
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x1, "y": y1}])
        if (x1, y1) != (x2, y2):
            for part in range(1, 5):
                self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x1 + (x2 - x1) * part / 4, "y": y1 + (y2 - y1) * part / 4}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def place(self):
        return self.run("wormscope.place()")

    def wait(self, true, limit=60):
        """Where it is when `true` holds of it, or when that has taken too long: on a busy machine pictures come late."""
        end = time.time() + limit
        while True:
            now = self.place()
            if true(now) or time.time() > end:
                return now
            time.sleep(0.05)

    def middle(self, selector):
        return self.run("(() => { const b = document.querySelector(%s).getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()" % json.dumps(selector))

    def size(self, width, height, dense, mobile):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=dense, mobile=mobile)
        self.call("Emulation.setTouchEmulationEnabled", enabled=mobile)

def mix(front, back, share):
    return [(f * (100 - share) + b * share + 50) // 100 for f, b in zip(front, back)]

def ansi_cells(text, width):
    """What a terminal shows: by cell sign, foreground, background, bold, underline."""
    cells = []
    for row in text.split("\n")[:-1]:
        look, line = {}, []
        for codes, sign in re.findall(r"\x1b\[([0-9;]*)m|([^\x1b])", row):
            if sign:
                fg, bg = look.get("fg"), look.get("bg")
                if look.get(2):
                    fg = mix(fg, bg, 45)
                if look.get(7):
                    fg, bg = bg, fg
                line.append((sign, fg, bg, bool(look.get(1)), bool(look.get(4))))
                continue
            numbers = [int(n or 0) for n in codes.split(";")]
            while numbers:
                code = numbers.pop(0)
                if code == 0:
                    look = {}
                elif code in (38, 48):
                    look["fg" if code == 38 else "bg"] = numbers[1:4]
                    numbers = numbers[4:]
                else:
                    look[code] = True
        assert len(line) == width, len(line)
        cells += line
    return cells

def hexed(colour):
    return "#%02x%02x%02x" % tuple(colour)

def same_cells(page, screen):
    """The number of cells that differ. Of a blank only the ground is seen."""
    wrong = 0
    for (glyph, fg, bg, lines), (sign, front, back, bold, underline) in zip(page, screen):
        same = chr(glyph) == sign and bg == hexed(back)
        if sign != " ":
            same = same and fg == hexed(front) and lines == bold + 2 * underline
        wrong += not same
    return wrong + abs(len(page) - len(screen))

def render(file, cycle, *more):
    return subprocess.run([W, "render", file, "--at", str(cycle), *more, "--ansi", "--no-keys"], stdout=subprocess.PIPE, check=True).stdout.decode()

def ten_pictures(browser, page, file, width, *more):
    browser.open("file://" + work + "/" + page)
    cycles = browser.run("wormscope.film.cycles")
    seed = int(time.time())
    drawn = random.Random(seed).sample(range(len(cycles)), 10)
    print("# seed %d: pictures %s of %d" % (seed, drawn, len(cycles)))
    for number in drawn:
        browser.run("wormscope.show(%d)" % number)
        got = browser.run("wormscope.cells()")
        ansi = render(file, cycles[number], *more)
        wrong = same_cells(got, ansi_cells(ansi, width))
        check(wrong == 0, "%s: cycle %d: %d cells, %d differ from render" % (page, cycles[number], len(got), wrong))
        text = "".join(line.rstrip() + "\n" for line in re.sub(r"\x1b\[[0-9;]*m", "", ansi).split("\n")[:-1])
        same = browser.run("wormscope.text()") == text and browser.run("document.getElementById('text').textContent") == text
        if not same or number == drawn[0]:
            check(same, "%s: its text is that of render" % page)

def painted(browser):
    """Cells that are a blank or a full block: what stands in the middle of each on the canvas."""
    return browser.run("""(() => {
        const film = wormscope.film, canvas = document.getElementById("canvas"), context = canvas.getContext("2d");
        const w = canvas.width / film.width, h = canvas.height / film.height;
        const image = context.getImageData(0, 0, canvas.width, canvas.height).data;
        let looked = 0, wrong = 0;
        wormscope.cells().forEach(([glyph, fg, bg], i) => {
            if (glyph !== 32 && glyph !== 0x2588) return;
            const x = Math.floor((i % film.width + 0.5) * w), y = Math.floor((Math.floor(i / film.width) + 0.5) * h);
            const at = 4 * (y * canvas.width + x);
            const colour = "#" + [0, 1, 2].map((c) => image[at + c].toString(16).padStart(2, "0")).join("");
            looked++;
            wrong += colour !== (glyph === 32 ? bg : fg);
        });
        return [looked, wrong];
    })()""")

def joined(browser):
    """Full blocks and lower halves that stand side by side in one colour: is there a seam between them?"""
    return browser.run("""(() => {
        const film = wormscope.film, canvas = document.getElementById("canvas"), context = canvas.getContext("2d");
        const w = canvas.width / film.width, h = canvas.height / film.height, cells = wormscope.cells();
        let looked = 0, seams = 0;
        for (let i = 0; i + 1 < cells.length; i++) {
            if ((i + 1) % film.width === 0) continue;
            const [glyph, fg] = cells[i], [glyph2, fg2] = cells[i + 1];
            if (glyph !== glyph2 || fg !== fg2 || (glyph !== 0x2584 && glyph !== 0x2588 && glyph !== 0x2500)) continue;
            const x = Math.round((i % film.width + 1) * w), y = Math.floor(Math.floor(i / film.width) * h + (glyph === 0x2500 ? 0.5 : 0.8) * h);
            const row = context.getImageData(x - 2, y, 4, 1).data;
            looked++;
            for (let p = 4; p < 16; p++) if (row[p] !== row[p - 4]) { seams++; break; }
        }
        return [looked, seams];
    })()""")

def errors(browser):
    found = []
    for event in browser.events:
        method, params = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            found.append(str(params["exceptionDetails"])[:300])
        elif method == "Log.entryAdded" and "willReadFrequently" in params["entry"]["text"]:
            pass  # what this test reads off the canvas
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            found.append(params["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            found.append(str(params["args"])[:300])
        elif method == "Page.javascriptDialogOpening":
            found.append("a dialogue: " + params["message"])
    return found

def requests(browser):
    return [e["params"]["request"]["url"] for e in browser.events if e.get("method") == "Network.requestWillBeSent"]

browser = Browser()
try:
    target = browser.call("Target.createTarget", url="about:blank")["targetId"]
    browser.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for domain in ("Page", "Runtime", "Log", "Network"):
        browser.call(domain + ".enable")
    browser.size(1280, 900, 1, False)

    # ---- the same cells ----
    ten_pictures(browser, "session.html", "session.wsr", 80, "--size", "80x24", "-t", "light")
    ten_pictures(browser, "evil.html", "evil.wsr", 100)
    looked, wrong = painted(browser)
    check(looked > 500 and wrong == 0, "the canvas has their colours: %d cells, %d other" % (looked, wrong))
    looked, seams = joined(browser)
    check(looked > 50 and seams == 0, "blocks and lines join: %d places, %d seams" % (looked, seams))
    one = browser.run("(wormscope.show(90), wormscope.cells())")
    two = browser.run("(wormscope.show(3), wormscope.show(90), wormscope.cells())")
    check(one == two, "a picture is the same whether one comes from before or behind")

    # ---- hostile text ----
    check(browser.run("window.hacked === undefined && document.scripts.length === 2 && !document.querySelector('img,b[onclick]')"), "no text of the recording became an element or a script")
    check(browser.run("document.title").startswith("</title></script><script>window.hacked=1"), "the title says what the recording says")
    check("<img src=x onerror=window.hacked=3>" in browser.run("document.getElementById('list').textContent"), "and so does the list of chapters")
    check("@all {{7*7}} ${7*7} \\u003cscript>" in browser.run("document.getElementById('list').textContent"), "whatever it looks like")
    check(all(url.startswith(("file:", "about:")) for url in requests(browser)), "nothing is asked of a network: " + ", ".join(sorted({u.split(":")[0] for u in requests(browser)})))
    blocked = browser.run("""new Promise((done) => {
        document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective), { once: true });
        fetch("http://127.0.0.1:9/").catch(() => 0); setTimeout(() => done("nothing"), 2000); })""")
    check(blocked == "connect-src", "what would ask is refused by the page's policy (%s)" % blocked)
    check(browser.run("""new Promise((done) => { const s = document.createElement("script"); s.textContent = "window.hacked = 5";
        document.body.append(s); setTimeout(() => done(window.hacked === undefined), 200); })"""), "and a script that is put in does not run")
    policy = [text for text in errors(browser) if "Content Security Policy" in text]
    check(len(policy) == len(errors(browser)) and len(policy) >= 2, "no error but these two: %s" % [t for t in errors(browser) if t not in policy])
    browser.events.clear()

    # ---- a picture: whoever selects all of it and copies gets its rows ----
    browser.open("file://" + work + "/still.html")
    copied = browser.run("(() => { getSelection().selectAllChildren(document.querySelector('svg')); return getSelection().toString(); })()")
    rows = [row.rstrip() for row in re.sub(r"\x1b\[[0-9;]*m", "", render("evil.wsr", 900)).split("\n")]
    check([row.rstrip() for row in copied.split("\n") if row.strip()] == [row for row in rows if row], "the text of a picture can be selected and copied, row by row")
    check(browser.run("window.hacked === undefined && document.scripts.length === 0") and errors(browser) == [], "and it, too, has no script and no error")

    # ---- keys ----
    browser.open("file://" + work + "/evil.html")
    last = browser.run("wormscope.film.pictures.length") - 1
    check(browser.place() == {"picture": 0, "cycle": 0, "playing": False}, "it begins at the first picture, and stands")
    browser.key(" ")
    begin = time.time()
    now = browser.wait(lambda place: place["picture"] >= 8)
    check(now["playing"] and now["picture"] >= 8, "space plays: picture %d after %.1f s" % (now["picture"], time.time() - begin))
    check(time.time() - begin > 0.7, "at eight a second, not faster")
    browser.key(" ")
    then = browser.place()
    time.sleep(0.5)
    check(browser.place() == then and not then["playing"], "space pauses")
    browser.key("ArrowRight")
    check(browser.place()["picture"] == then["picture"] + 1, "the right arrow is one picture on")
    browser.key("ArrowLeft")
    browser.key(",", ",")
    check(browser.place()["picture"] == then["picture"] - 1, "the left arrow and the comma one back")
    browser.key("End")
    check(browser.place() == {"picture": last, "cycle": 3000, "playing": False}, "End is the last, cycle 3000")
    browser.key("Home")
    check(browser.place()["picture"] == 0, "Home the first")
    cycles = []
    for _ in range(4):
        browser.key("n", "n")
        cycles.append(browser.place()["cycle"])
    check(cycles == [200, 800, 1200, 1600], "n goes from chapter to chapter: cycles %s" % cycles)
    check("changed: set load 0.1" in browser.run("document.getElementById('note').textContent"), "the note says what was changed")
    browser.key("p", "p")
    check(browser.place()["cycle"] == 1200 and browser.run("document.getElementById('note').className") == "answer", "p goes back, to the answer")
    before = browser.run("document.getElementById('speed').value")
    browser.key("+", "+")
    check(int(browser.run("document.getElementById('speed').value")) > int(before), "+ is faster")

    # ---- without chapters the picture fills the window, and nothing is there that does nothing ----
    for width, height in (1366, 768), (1920, 1000), (390, 844):
        browser.size(width, height, 3 if width < 700 else 1, width < 700)
        browser.open("file://" + work + "/plain.html")
        hidden = browser.run("['chapters', 'note', 'before', 'next'].every((id) => byIdShown(id) === 0)".replace("byIdShown(id)", "document.getElementById(id).offsetHeight"))
        wide, high = browser.run("(() => { const box = document.getElementById('canvas').getBoundingClientRect(); return [box.width, box.height]; })()")
        check(hidden and "chapter" not in browser.run("document.querySelector('footer').innerText"), "%dx%d: without chapters nothing speaks of them" % (width, height))
        check(wide > 0.9 * width - 24 or high > height - 170, "the picture is as wide or as high as the window: %d x %d" % (wide, high))
        check("space" not in browser.run("wormscope.text()"), "and no keys of the screen are in it")
    browser.size(1280, 900, 1, False)
    browser.open("file://" + work + "/evil.html")
    browser.key("+", "+")

    # ---- a question stops the film ----
    browser.run("wormscope.show(wormscope.film.chapters.find((c) => c.kind === 'question').picture - 3)")
    browser.run("document.getElementById('speed').value = 60")
    browser.key(" ")
    now = browser.wait(lambda place: not place["playing"])
    check(now["cycle"] == 800 and not now["playing"], "playing stops at a question")
    browser.key(" ")
    check(browser.wait(lambda place: place["cycle"] > 800)["cycle"] > 800, "and goes on when asked")
    browser.key("End")
    browser.run("document.getElementById('speed').value = 4")
    browser.key(" ")
    check(0 < browser.wait(lambda place: 0 < place["picture"] < last)["picture"] < last, "behind the end it plays from the begin")
    browser.key(" ")

    # ---- mouse ----
    left, top, wide, high = browser.middle("#list li:nth-child(2) button")
    browser.click(left + wide / 2, top + high / 2)
    check(browser.place()["cycle"] == 800, "a click on a chapter goes there")
    check(browser.run("document.querySelector('#list li:nth-child(2) button').getAttribute('aria-current')") == "true", "which the list marks")
    left, top, wide, high = browser.middle("#slider")
    browser.click(left + wide * 0.75, top + high / 2)
    check(abs(browser.place()["picture"] - 0.75 * last) < 0.05 * last, "a click on the line goes there")
    for selector, by in (("#on", 1), ("#back", -1)):
        was = browser.place()["picture"]
        left, top, wide, high = browser.middle(selector)
        browser.click(left + wide / 2, top + high / 2)
        check(browser.place()["picture"] == was + by, "the button %s steps" % selector)

    # ---- which cycles have a picture ----
    said = browser.run("document.getElementById('about').textContent").replace("\u00a0", "")
    check("One step is one picture: there are %d, of cycles 0 to 3000" % (last + 1) in said and "Cycles with a picture: 0 to " in said, "the page says which cycles have a picture: %s" % said)
    browser.open("file://" + work + "/evil.html#cycle=1250")
    check(1200 <= browser.place()["cycle"] <= 1250, "an address goes to a cycle: %d" % browser.place()["cycle"])
    browser.open("file://" + work + "/evil.html#picture=7")
    check(browser.place()["picture"] == 6, "or to a picture")

    # ---- a telephone ----
    browser.size(390, 844, 3, True)
    browser.open("file://" + work + "/evil.html")
    check(browser.run("document.documentElement.scrollWidth <= innerWidth"), "at the size of a telephone nothing is wider than the screen")
    check(browser.run("Array.from(document.querySelectorAll('nav button')).every((b) => b.getBoundingClientRect().height >= 44)"), "buttons are as large as a finger")
    left, top, wide, high = browser.middle("#view")
    browser.touch(left + wide * 0.9, top + high / 2, left + wide * 0.9, top + high / 2)
    check(browser.place()["picture"] == 1, "a tap at the right is a step")
    browser.touch(left + wide * 0.1, top + high / 2, left + wide * 0.1, top + high / 2)
    check(browser.place()["picture"] == 0, "at the left one back")
    browser.touch(left + wide * 0.8, top + high / 2, left + wide * 0.2, top + high / 2)
    check(browser.place()["cycle"] == 200, "a swipe is the next chapter")
    browser.touch(left + wide * 0.5, top + high / 2, left + wide * 0.5, top + high / 2)
    check(browser.wait(lambda place: place["playing"])["playing"], "a tap in the middle plays")
    check(errors(browser) == [], "no error all the while: %s" % errors(browser))
finally:
    browser.process.terminate()
    browser.process.wait()
print("1..%d" % count)
sys.exit(failed > 0)
END
python3 drive.py "$W"
