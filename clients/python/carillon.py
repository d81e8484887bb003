"""A small client of the Carillon API for Python 3.9 and later, without dependencies."""

import base64
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid


class CarillonError(Exception):
    """An error answer of the API: status, code, params (invalid fields with the reason), data, and request_id."""

    def __init__(self, operation, status, headers, text):
        try:
            body = json.loads(text)
        except ValueError:
            body = {}  # proxies answer with their own pages
        self.status = status
        self.code = body.get("code")
        self.data = body.get("data") or {}
        self.params = self.data.get("params") or {}
        self.request_id = headers.get("X-Request-Id")
        self.retry_after = headers.get("Retry-After")
        reason = "; ".join(f"{field} {fault}" for field, fault in self.params.items()) or body.get("message", "no reason")
        super().__init__(f"{operation}: {reason} ({status}, request {self.request_id})")


class Carillon:
    def __init__(self, base_url, username, password, retries=3, timeout=30):
        self.base_url = base_url.rstrip("/")
        self.authorization = "Basic " + base64.b64encode(f"{username}:{password}".encode()).decode()
        self.retries = retries
        self.timeout = timeout

    def call(self, method, path, query=None, body=None, idempotency_key=None):
        """Returns the JSON answer. A list in `query` is sent as `name[]`; a POST is retried with the same key, so it takes effect once."""
        url = self.base_url + path
        if query:
            named = {f"{name}[]" if isinstance(value, list) else name: value for name, value in query.items()}
            url += "?" + urllib.parse.urlencode(named, doseq=True)
        headers = {"Authorization": self.authorization, "Content-Type": "application/json"}
        if method == "POST":
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        data = None if body is None else json.dumps(body).encode()
        for attempt in range(self.retries + 1):
            request = urllib.request.Request(url, data, headers, method=method)
            wait = 0.5 * 2**attempt * (0.5 + random.random() / 2)
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as response:
                    return json.load(response)
            except urllib.error.HTTPError as answer:
                error = CarillonError(f"{method} {path}", answer.code, answer.headers, answer.read())
                # Wrong passwords are not retried: repeated attempts are refused.
                passes = error.status == 503 or (error.status == 429 and error.code != "too_many_attempts")
                if not passes or attempt == self.retries:
                    raise error from None
                wait = float(error.retry_after or wait)
            except OSError:
                if attempt == self.retries:
                    raise
            time.sleep(min(wait, 60))

    def rows(self, path, member=None, query=None):
        """Yields every row of a list with cursors: rows("/subscribers"); `member` names the page if the answer has it inside."""
        cursor = "*"
        while cursor is not None:
            answer = self.call("GET", path, {"per_page": 100, **(query or {}), "cursor": cursor})
            page = answer if member is None else answer[member]
            yield from page["data"]
            cursor = page["next_cursor"]
