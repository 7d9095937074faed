"""What a kernel file may not do to the machine: each ends in one clear line, nothing left behind."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from support import NEW, PYTHON, run, tensor

REQUEST = {"nki": "k.py", "function": "k", "args": [tensor(128, 4)], "limits": {"seconds": 60}}


class LimitTest(unittest.TestCase):
    def refused(self, code, text, body, **limits):
        request = {**REQUEST, "limits": {**REQUEST["limits"], **limits}}
        result = run(request, {"k.py": NEW + body})
        self.assertEqual(2, result.status, result.out + result.err)
        self.assertEqual(code, result.error["code"], result.line)
        self.assertIn(text, result.line)
        self.assertEqual((None, []), (result.stream, result.left))
        return result

    def test_endless_loop(self):
        start = time.monotonic()
        result = self.refused("E12", "no end after 1 s", "def k(x):\n    while True:\n        pass\n",
                              seconds=1)
        self.assertIn(result.error["line"], (6, 7))
        self.assertLess(time.monotonic() - start, 60)

    def test_endless_loop_that_catches_everything(self):
        body = (
            "def k(x):\n    while True:\n        try:\n            while True:\n                pass\n"
            "        except BaseException:\n            pass\n"
        )
        self.refused("E12", "no end after 1 s", body, seconds=1)

    def test_endless_instructions(self):
        body = "def k(x):\n    while True:\n        nl.load(x)\n"
        result = self.refused("E12", "more than 1000 instructions", body, instructions=1000)
        self.assertEqual(7, result.error["line"])

    def test_memory(self):
        self.refused("E12", "out of memory", "def k(x):\n    bytearray(10 << 30)\n")
        body = "def k(x):\n    a = []\n    while True:\n        a.append(bytearray(64 << 20))\n"
        self.refused("E12", "out of memory", body, memory_bytes=1 << 30)
        # To the last byte; of a size that leaves Python room for a traceback, which it drops otherwise.
        body = "def k(x):\n    a = []\n    while True:\n        a.append(bytes(200))\n"
        self.assertEqual(8, self.refused("E12", "out of memory", body, memory_bytes=1 << 29).error["line"])
        # Which Python has no words for at times.
        words = "error return without exception set"
        body = (
            "def k(x):\n    a = []\n    try:\n        while True:\n            a.append(bytearray(8 << 20))\n"
            f"    except MemoryError:\n        raise SystemError('{words}') from None\n"
        )
        self.refused("E12", "out of memory", body, memory_bytes=1 << 29)
        self.refused("E11", words, f"def k(x):\n    raise SystemError('{words}')\n")

    def test_processes(self):
        for call in (
            "import os\n    while True:\n        os.fork()",
            "import os\n    os.system('sleep 100 &')",
            "import subprocess\n    subprocess.Popen(['sleep', '100'])",
            "import multiprocessing\n    multiprocessing.Process(target=print).start()",
            "import multiprocessing as m\n    m.get_context('spawn').Process(target=print).start()",
            "import os\n    os.execv('/bin/sh', ['sh'])",
            "import ctypes\n    while True:\n        ctypes.CDLL(None).fork()",
            "import ctypes\n    ctypes.CDLL(None).syscall(57)",
            "import os\n    os.posix_spawn('/bin/sleep', ['sleep', '100'], {})",
        ):
            with self.subTest(call):
                self.refused("E11", "a kernel file may not start processes", f"def k(x):\n    {call}\n")

    def test_processes_at_import_inside_try(self):
        body = (
            "import subprocess\ntry:\n    subprocess.check_output(['git', 'log'])\n"
            "except Exception:\n    pass\ndef k(x):\n    nl.load(x)\n"
        )
        self.assertEqual(0, run(REQUEST, {"k.py": NEW + body}).status)

    def test_network_and_files(self):
        self.refused("E11", "may not use the network",
                     "import socket\ndef k(x):\n    socket.socket().connect(('127.0.0.1', 9))\n")
        with tempfile.TemporaryDirectory() as folder:
            target = os.path.join(folder, "x")
            self.refused("E11", "may not write", f"def k(x):\n    open({target!r}, 'w')\n")
            self.assertEqual([], os.listdir(folder))
            with open(target, "w") as out:
                out.write("kept")
            self.refused("E11", "may not change files", f"import os\ndef k(x):\n    os.remove({target!r})\n")
            self.assertEqual(["x"], os.listdir(folder))

    def test_temporary_files_go_with_the_recording(self):
        body = (
            "import os\nfrom tempfile import NamedTemporaryFile\ndef k(x):\n"
            "    with NamedTemporaryFile('w', delete=False) as file:\n        file.write('3')\n"
            "    assert open(file.name).read() == '3'\n    os.remove(file.name)\n    nl.load(x)\n"
        )
        result = run(REQUEST, {"k.py": NEW + body})
        self.assertEqual((0, []), (result.status, result.left), result.err)

    def test_output_is_kept_apart(self):
        body = (
            "import sys\nprint('{\"t\":\"head\"}' * 9)\ndef k(x):\n    print('noise', file=sys.stderr)\n"
            "    for _ in range(2000):\n        print('x' * 1000)\n    nl.load(x)\n"
        )
        result = run(REQUEST, {"k.py": NEW + body})
        self.assertEqual(0, result.status, result.err)
        self.assertNotIn("noise", result.out + result.err + result.stream)
        self.assertEqual(1, result.stream.count('"t":"head"'))
        result = run(REQUEST, {"k.py": NEW + "print('said')\ndef k(x):\n    assert False\n"})
        self.assertIn("said", result.err)

    def test_what_is_left_running_does_not_hold_it_up(self):
        start = time.monotonic()
        for left in ("threading.Thread(target=time.sleep, args=(60,)).start()",
                     "atexit.register(time.sleep, 60)"):
            body = f"import atexit, threading, time\ndef k(x):\n    {left}\n    nl.load(x)\n"
            self.assertEqual(0, run(REQUEST, {"k.py": NEW + body}).status)
        self.assertLess(time.monotonic() - start, 50)

    def test_the_place_is_in_the_authors_files(self):
        body = "import multiprocessing\ndef k(x):\n    multiprocessing.Process(target=print).start()\n"
        self.assertTrue(self.refused("E11", "processes", body).line.startswith("k.py:7: "))

    def test_an_exception_whose_text_fails(self):
        body = "class E(Exception):\n    def __str__(self):\n        return 1 / 0\ndef k(x):\n    raise E()\n"
        self.refused("E11", "E: (its text fails: ZeroDivisionError)", body)

    def test_leaving_without_a_word(self):
        self.refused("E12", "ended with status 7", "import ctypes\ndef k(x):\n    ctypes.CDLL(None)._exit(7)\n")
        self.refused("E12", "ended by signal 11",
                     "import ctypes\ndef k(x):\n    ctypes.string_at(0)\n")

    def test_a_recording_that_is_stopped(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "k.py"), "w", encoding="utf-8") as out:
                out.write("def k():\n    while True: pass\n")
            with open(os.path.join(folder, "r.json"), "w", encoding="utf-8") as out:
                json.dump({"nki": "k.py", "function": "k", "limits": {"seconds": 60}}, out)
            child = subprocess.Popen(
                [sys.executable, "-m", "trn2sim_recorder", "r.json", "-o", "x"], cwd=folder,
                env={**os.environ, "PYTHONPATH": PYTHON},
            )
            while not any(name.startswith(".record-") for name in os.listdir(folder)):
                time.sleep(0.02)
            child.send_signal(signal.SIGTERM)
            self.assertEqual(128 + signal.SIGTERM, child.wait(60))
            self.assertEqual(["k.py", "r.json"], sorted(os.listdir(folder)))

    def test_environment_is_reduced(self):
        body = "import os\ndef k(x):\n    assert 'SECRET' not in os.environ and 'PYTHONPATH' not in os.environ\n"
        result = run(REQUEST, {"k.py": NEW + body}, SECRET="1")
        self.assertEqual(0, result.status, result.err)

    def test_a_file_that_is_read_is_listed(self):
        body = "def k(x):\n    open(__file__.replace('k.py', 'sizes.txt')).read()\n    nl.load(x)\n"
        result = run(REQUEST, {"k.py": NEW + body, "sizes.txt": "3"})
        self.assertIn('"sizes.txt":', result.out)


if __name__ == "__main__":
    unittest.main()
