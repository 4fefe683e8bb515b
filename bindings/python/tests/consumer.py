# SPDX-License-Identifier: MIT
"""A consumer of Arrow's C stream interface, of its specification alone: it knows nothing of fenmill."""
import ctypes
import math


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(Schema))), ("dictionary", ctypes.POINTER(Schema)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))), ("private_data", ctypes.c_void_p),
]  # fmt: skip
Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64), ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.POINTER(Array)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))), ("private_data", ctypes.c_void_p),
]  # fmt: skip
Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(Stream))),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))), ("private_data", ctypes.c_void_p),
]  # fmt: skip


class Failed(Exception):
    """A call of the stream has failed: its code, and the stream's words."""


def take(capsule):
    """Move the stream out of its capsule, as the specification wants it."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    theirs = Stream.from_address(pointer(capsule, b"arrow_array_stream"))
    ours = Stream()
    ctypes.memmove(ctypes.byref(ours), ctypes.byref(theirs), ctypes.sizeof(Stream))
    theirs.release = type(theirs.release)()
    return ours


def release(thing):
    """Release, and see that it says so."""
    assert thing.release, "released twice"
    thing.release(ctypes.byref(thing))
    assert not thing.release, "release() must set itself to NULL"


def call(stream, name, out):
    code = getattr(stream, name)(ctypes.byref(stream), ctypes.byref(out))
    if code != 0:
        assert not out.release
        raise Failed(code, (stream.get_last_error(ctypes.byref(stream)) or b"").decode())
    return out


def schema_of(stream):
    """[(name, format, format of the dictionary or None)]"""
    schema = call(stream, "get_schema", Schema())
    assert schema.format == b"+s" and not schema.dictionary
    found = []
    for i in range(schema.n_children):
        child = schema.children[i].contents
        assert child.release and child.n_children == 0 and child.flags == 2, "a column is nullable"
        inner = child.dictionary.contents.format if child.dictionary else None
        found.append((child.name.decode(), child.format.decode(), inner and inner.decode()))
    release(schema)
    return found


def memory(address, kind, count):
    return (kind * count).from_address(address) if count else []


def is_valid(array, i):
    bits = array.buffers[0]
    return not bits or ctypes.c_uint8.from_address(bits + i // 8).value >> i % 8 & 1 == 1


def values(array, form, inner=None):
    """The values of a column, None where one is missing; every buffer is read to its end."""
    n = array.length
    assert array.offset == 0 and array.release
    assert array.n_buffers == (3 if form == "U" else 2)
    valid = [is_valid(array, i) for i in range(n)]
    assert array.null_count == valid.count(False), "null_count"
    if form == "U":
        offsets = list(memory(array.buffers[1], ctypes.c_int64, n + 1)) or [0]
        assert offsets[0] >= 0 and offsets == sorted(offsets), "offsets grow"
        data = ctypes.string_at(array.buffers[2], offsets[-1]) if offsets[-1] else b""
        found = [data[a:b].decode("utf-8") for a, b in zip(offsets, offsets[1:])]
    elif form == "b":
        bits = bytes(memory(array.buffers[1], ctypes.c_uint8, (n + 7) // 8))
        found = [bool(bits[i // 8] >> i % 8 & 1) for i in range(n)]
    else:
        kind = {"l": ctypes.c_int64, "g": ctypes.c_double, "i": ctypes.c_int32}[form]
        found = list(memory(array.buffers[1], kind, n))
    if inner is not None:
        words = values(array.dictionary.contents, inner)
        assert None not in words and len(set(words)) == len(words), "each word of a dictionary is there once"
        assert all(0 <= found[i] < len(words) for i in range(n) if valid[i]), "indices are in the dictionary"
        found = [words[number] if valid[i] else None for i, number in enumerate(found)]
    return [value if valid[i] else None for i, value in enumerate(found)]


def next_batch(stream, schema):
    """{name: values} of the next batch, or None at the end."""
    array = call(stream, "get_next", Array())
    if not array.release:
        return None
    assert array.n_buffers == 1 and array.null_count == 0 and array.n_children == len(schema)
    batch = {}
    for i, (name, form, inner) in enumerate(schema):
        assert array.children[i].contents.length == array.length
        batch[name] = values(array.children[i].contents, form, inner)
    release(array)
    return batch


def read_all(source):
    """Schema, batches."""
    stream = take(source.__arrow_c_stream__())
    try:
        schema, batches = schema_of(stream), []
        while True:
            batch = next_batch(stream, schema)
            if batch is None:
                return schema, batches
            batches.append(batch)
    finally:
        release(stream)


def joined(batches, name):
    return [value for batch in batches for value in batch[name]]


def same(value, other):
    """None and NaN and "" are all missing."""
    missing = [x is None or x == "" or (isinstance(x, float) and math.isnan(x)) for x in (value, other)]
    return missing[0] == missing[1] and (missing[0] or value == other)
