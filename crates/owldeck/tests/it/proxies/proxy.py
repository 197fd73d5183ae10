"""A proxy for tests, of the standard library alone: HTTP with Basic and SOCKS5 with user name and password, at one port of this machine.

proxy.py USER PASSWORD [CERTIFICATE KEY] prints its port, then a JSON line for each request: protocol, login as it came, target, and whether it was let through.
Everything goes to the port of this machine that the target names, whatever its host: names of the tests stand for nothing.
"""

import base64
import json
import socket
import socketserver
import ssl
import sys
import threading

USER, PASSWORD = sys.argv[1:3]
# With a certificate and its key the proxy is reached by TLS alone.
PAIR = sys.argv[3:5]


def say(**fields):
    print(json.dumps(fields), flush=True)


def exactly(stream, count):
    data = stream.read(count)
    if len(data) < count:
        raise EOFError
    return data


class Request(socketserver.StreamRequestHandler):
    def handle(self):
        try:
            first = exactly(self.rfile, 1)
            if first == b"\x16":
                return  # TLS, which this proxy does not speak.
            self.socks5() if first == b"\x05" else self.http(first)
        except (EOFError, OSError):
            pass

    def splice(self, upstream):
        def down():
            try:
                while data := upstream.recv(65536):
                    self.wfile.write(data)
            except OSError:
                pass
            try:
                self.connection.shutdown(socket.SHUT_RDWR)
            except (OSError, ValueError):
                pass

        thread = threading.Thread(target=down, daemon=True)
        thread.start()
        try:
            while data := self.rfile.read1(65536):
                upstream.sendall(data)
        except OSError:
            pass
        thread.join()
        upstream.close()

    def http(self, first):
        line = (first + self.rfile.readline()).decode().strip()
        headers = []
        while (header := self.rfile.readline()) not in (b"\r\n", b"\n", b""):
            headers.append(header.decode().strip())
        method, target, _ = line.split(" ")
        login = ""
        for header in headers:
            name, value = header.split(":", 1)
            if name.lower() == "proxy-authorization":
                login = base64.b64decode(value.strip().split(" ")[1]).decode()
        allowed = login == f"{USER}:{PASSWORD}"
        say(protocol="HTTP", method=method, target=target, login=login, allowed=allowed)
        if not allowed:
            self.wfile.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            return
        if method == "CONNECT":
            upstream = socket.create_connection(("127.0.0.1", int(target.rsplit(":", 1)[1])))
            self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        else:
            authority, _, path = target.removeprefix("http://").partition("/")
            upstream = socket.create_connection(("127.0.0.1", int(authority.rsplit(":", 1)[1])))
            kept = [each for each in headers if not each.lower().startswith("proxy-")]
            upstream.sendall("\r\n".join([f"{method} /{path} HTTP/1.1", *kept, "", ""]).encode())
        self.splice(upstream)

    def socks5(self):
        methods = exactly(self.rfile, exactly(self.rfile, 1)[0])
        if 2 not in methods:
            say(protocol="SOCKS5", method="CONNECT", target="", login="", allowed=False)
            self.wfile.write(b"\x05\xff")
            return
        self.wfile.write(b"\x05\x02")
        exactly(self.rfile, 1)
        user = exactly(self.rfile, exactly(self.rfile, 1)[0]).decode()
        password = exactly(self.rfile, exactly(self.rfile, 1)[0]).decode()
        allowed = (user, password) == (USER, PASSWORD)
        self.wfile.write(b"\x01\x00" if allowed else b"\x01\x01")
        target = ""
        if allowed:
            kind = exactly(self.rfile, 4)[3]
            if kind == 3:
                host = exactly(self.rfile, exactly(self.rfile, 1)[0]).decode()
            else:
                host = socket.inet_ntop(*((socket.AF_INET, exactly(self.rfile, 4)) if kind == 1 else (socket.AF_INET6, exactly(self.rfile, 16))))
            port = int.from_bytes(exactly(self.rfile, 2), "big")
            target = f"{host}:{port}"
        say(protocol="SOCKS5", method="CONNECT", target=target, login=f"{user}:{password}", allowed=allowed)
        if allowed:
            upstream = socket.create_connection(("127.0.0.1", port))
            self.wfile.write(b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")
            self.splice(upstream)


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def finish_request(self, request, client_address):
        if PAIR:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*PAIR)
            try:
                request = context.wrap_socket(request, server_side=True)
            except OSError:
                return  # Whoever came trusts another certificate.
        super().finish_request(request, client_address)


with Server(("127.0.0.1", 0), Request) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
