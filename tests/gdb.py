# gdb.py - commands for gdb that print what a network knows of one thing, column by column with its words:
#
#   queue Q    vc V    packet K    message M    link L    node X    all columns of that row, in the network `n` of the frame
#   link A B   the links from node A to node B, by number
#   worm K     packet K, the queues in which it stands, and the channels that these hold
#
# make BUILD=build-gdb OPT="-Og -g" && gdb -x tests/gdb.py --args build-gdb/wormscope run SCENARIO
# The columns are those of src/core/columns.h, read from it: a new column is there without a word here.
import os
import re

import gdb

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROWS = {"queues": "queue", "vcs": "vc", "packets": "packet", "messages": "message", "links": "link", "nodes": "node"}


def columns():
    """Each column: what stands before its name, its name, what it is counted by, and its line of words."""
    with open(os.path.join(TOP, "src/core/columns.h")) as file:
        text = file.read().replace("\\\n", "")
    place_of = dict(re.findall(r"G\((\w+_COLUMNS), (\w+)\)", text))
    for table in text.split("#define ")[1:]:
        head = re.match(r"\w+_COLUMNS\b(?=\(C)", table)
        if not head:
            continue
        for type_, name, count, words in re.findall(r'C\(at, ([\w ]+), (\w+), (\w+), "\w+",\s*((?:"[^"]*"\s*)+)\)', table):
            yield place_of.get(head.group(0)), name, count, "".join(re.findall(r'"([^"]*)"', words))


def network():
    return gdb.parse_and_eval("n").dereference()


def number_of(value):
    return "NIL" if int(value) == 0xFFFFFFFF else int(value)


def show(kind, number):
    """Prints row `number` of every column that is counted by this kind of thing."""
    net = network()
    size = int(net["size"][kind])
    if not 0 <= number < size:
        raise gdb.GdbError("%s: expected 0 to %d, got %d" % (ROWS[kind], size - 1, number))
    for place, name, count, words in columns():
        if count != kind:
            continue
        column = net[place][name] if place else net[name]
        if int(column) == 0:
            continue
        value = (column + number).dereference()
        type_ = value.type.strip_typedefs()
        if type_.code == gdb.TYPE_CODE_STRUCT:
            value = ", ".join("%s %s" % (field.name, number_of(value[field.name])) for field in type_.fields())
        else:
            value = number_of(value)
        print("%-18s %-12s %s" % (name, value, words))


class Row(gdb.Command):
    def __init__(self, kind):
        self.kind = kind
        super().__init__(ROWS[kind], gdb.COMMAND_DATA)

    def invoke(self, text, from_tty):
        numbers = [int(gdb.parse_and_eval(word)) for word in text.split()]
        if self.kind == "links" and len(numbers) == 2:
            net = network()
            for l in range(int(net["size"]["links"])):
                if [int(net["wire"][end][l]) for end in ("link_from", "link_to")] == numbers:
                    print("link %d" % l)
        elif len(numbers) == 1:
            show(self.kind, numbers[0])
        else:
            raise gdb.GdbError("%s: expected a number" % ROWS[self.kind])


class Worm(gdb.Command):
    def __init__(self):
        super().__init__("worm", gdb.COMMAND_DATA)

    def invoke(self, text, from_tty):
        packet = int(gdb.parse_and_eval(text))
        show("packets", packet)
        net = network()
        for q in range(int(net["size"]["queues"])):
            queue = net["queue"][q]
            if int(queue["packets"]) and int(queue["front"]) == packet:
                print("in front of queue %d, which holds vc %s" % (q, queue["vc"]))


for kind in ROWS:
    Row(kind)
Worm()
