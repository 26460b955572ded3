"""Speaks ClickHouse's HTTP interface in front of chdb, the engine of ClickHouse as a library.

Usage: chdb_server.py <port> <folder>. Statements run one after the other.
"""

import json
import re
import sys
import threading
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from chdb import session

engine = session.Session(sys.argv[2])
lock = threading.Lock()
SETTING = re.compile(r"^[a-z][a-z0-9_]*$")
# Of the HTTP interface and of the client, not of a statement.
NOT_SETTINGS = {"query", "database", "query_id", "session_id", "default_format", "wait_end_of_query", "role"}
# Asynchronous inserts need a server; the library stores each statement at once.
OF_SERVERS = {"async_insert", "wait_for_async_insert", "cancel_http_readonly_queries_on_client_close"}


def quote(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def run(fields, body):
    query = "\n".join(part for part in (fields.get("query", ""), body) if part)
    database = fields.get("database", "default")
    engine.query("USE " + '"' + database.replace('"', '') + '"')
    for name, value in fields.items():
        if name.startswith("param_"):
            engine.query(f"SET {name} = {quote(value)}")
        elif SETTING.match(name) and name not in NOT_SETTINGS and name not in OF_SERVERS:
            engine.query(f"SET {name} = {quote(value)}")
    return engine.query(query, fields.get("default_format", "JSON")).bytes()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(200, b"Ok.\n")

    def do_POST(self):
        fields = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))) if "Content-Length" in self.headers else self.chunks()
        kind = self.headers.get("Content-Type", "")
        if kind.startswith("multipart/form-data"):
            message = BytesParser().parsebytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body)
            for part in message.get_payload():
                name = part.get_param("name", header="content-disposition")
                fields[name] = part.get_payload(decode=True).decode()
            body = b""
        try:
            with lock:
                answer = run(fields, body.decode())
            self.answer(200, answer or b"")
        except Exception as error:
            self.answer(500, str(error).encode())

    def chunks(self):
        body = b""
        while size := int(self.rfile.readline().split(b";")[0] or b"0", 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
server.daemon_threads = True
print("ready", flush=True)
server.serve_forever()
