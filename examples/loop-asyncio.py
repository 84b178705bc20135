#!/usr/bin/python3
"""Prints presses in a loop that also waits for other input, here for typed lines. The loop is asyncio's.

    PYTHONPATH=clients/python python3 examples/loop-asyncio.py
"""
import asyncio
import os
import sys
import touchd


async def presses():
    async for press in touchd.aio.presses("**"):
        print("pressed", press.region, flush=True)


async def main():
    task = asyncio.create_task(presses())

    def typed():
        text = os.read(sys.stdin.fileno(), 256)
        if text:
            print("typed", text.decode(), end="", flush=True)
        else:
            task.cancel()

    asyncio.get_running_loop().add_reader(sys.stdin, typed)
    try:
        await task
    except asyncio.CancelledError:
        pass

asyncio.run(main())
