"""Entry: `python3 -m trn2sim_recorder`, or `python3 -I` with this folder."""

import os
import sys

if not __package__:
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run() -> int:
    if sys.argv[1:2] == ["--child"]:
        from trn2sim_recorder import worker

        leave = os._exit  # the author's files may not
        leave(worker.main(*sys.argv[2:5]))  # threads that they began do not hold it up
    from trn2sim_recorder import cli

    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(run())
