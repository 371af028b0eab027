"""What a request that the document allows may still be refused for: rules that no JSON Schema can state. Everything else is a difference."""

import json
import re

import schemathesis
from schemathesis.generation import GenerationMode

# Each as its message says it, with the reason why the document says it in words only.
RULES = [
    # Tokens of pages belong to what they were asked for.
    r"(pageToken|cursor) is not one that this operation returned for these filters\.",
    # A schema sees numbers and keys only after a reader of JSON has changed them.
    r".* holds the number .*, which JSON numbers cannot keep; send it as text\.",
    r".* must not contain U\+0000 or half of a surrogate pair\.",
    r".* stands twice in one object\.",
    # Sizes of values as JSON text, and of texts in bytes.
    r".* must have at most \d+ (characters of (further keys|JSON)|bytes.*)\.",
    # Sums of fields.
    r".* (must be later than|ask for more than) .*\.",
    # What is checked against the world: hosts, addresses, keys, models.
    r'".*" is not a domain\.',
    # Two fields that are to be equal.
    r".* must name one user: userId and contact\.userId differ\.",
    r".* (is not|must be) (a|an) (valid )?(e-mail|email|URL|RSA|https|smtp).*",
    # Whether a key is one to encrypt with, sent now or stored before.
    r"encryptData needs a publicKey: .*",
    # What a key has to be depends on the type that is stored.
    r"apiKey must (lead to a mail server with a public address|consist of printable ASCII characters).*",
    # The clock.
    r".* must be in the future\.",
]

compiled = [re.compile(rule, re.DOTALL) for rule in RULES]


@schemathesis.check
def refused_by_the_document_only(ctx, response, case):
    if response.status_code != 400 or case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    error = json.loads(response.content)["error"]
    # The state of something that a request does not show.
    if error["status"] == "FAILED_PRECONDITION":
        return
    sentences = [detail["message"] for detail in error.get("details", [])] or [error["message"]]
    unknown = [sentence for sentence in sentences if not any(rule.fullmatch(sentence) for rule in compiled)]
    assert not unknown, f"Refused for what the document does not say: {unknown}"
