"""Adds a contact to a list, reports an order, and prints the contacts of the list. Set CARILLON_PASSWORD, then: python3 example.py"""

import os
import time

from carillon import Carillon, CarillonError

carillon = Carillon(
    os.environ.get("CARILLON_URL", "http://localhost:3000/api/v2"),
    os.environ.get("CARILLON_USERNAME", "owner"),
    os.environ["CARILLON_PASSWORD"],
)

run = time.time_ns()  # makes titles and addresses new
email = f"ada.{run}@reader.test"
news = carillon.call("POST", "/lists", body={"title": f"Python news {run}"})["lists"]
carillon.call(
    "POST",
    "/subscribers",
    body={"email": email, "status": "subscribed", "lists": [news["id"]], "__force_update": "yes"},
)
items = [{"name": "Tea pot", "unit_price": 31.4, "image_url": "https://shop.example/tea-pot.png"}]
order = {"external_id": f"PY-{run}", "email": email, "status": "completed", "currency": "EUR", "total": 31.4}
order["items"] = items
carillon.call("POST", "/commerce/orders", body=order, idempotency_key=f"order-PY-{run}-completed")

reset = {"to": {"email": email}, "subject": "Reset your password", "html": "<p>{{ data.url }}</p>"}
reset["data"] = {"url": f"https://shop.example/reset/{run}"}
try:
    print(carillon.call("POST", "/emails", body=reset, idempotency_key=f"reset-{run}")["email"]["status"])
except CarillonError as error:
    print(error)

for contact in carillon.rows("/subscribers", query={"lists": [news["id"]]}):
    print(contact["email"], contact["status"])

try:
    carillon.call("POST", "/subscribers", body={"email": "wrong", "status": "subscribed"})
except CarillonError as error:
    print(error)
