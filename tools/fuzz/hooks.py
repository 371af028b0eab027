"""The reasons for which a request that the document allows may still be refused: rules that JSON Schema cannot express. Any other refusal is a difference."""

import json
import re

import schemathesis
from schemathesis.generation import GenerationMode

# The messages of rules that the OpenAPI document states only in words; the comments give the reasons.
RULES = [
    # Page tokens belong to the filters of their request.
    r"(pageToken|cursor) is not a value that this operation returned for these filters\.",
    # A schema sees numbers and keys only after a JSON parser has changed them.
    r".* has the number .*, which is not represented exactly; send it as a string\.",
    r".* must not contain U\+0000 or half of a surrogate pair\.",
    r".* occurs twice in one object\.",
    # Sizes of values as JSON text, and of texts in bytes.
    r".* must have at most \d+ (characters of (further keys|JSON)|bytes.*)\.",
    # Sums of fields.
    r".* (must be later than|ask for more than) .*\.",
    # Checks against the outside world: hosts, addresses, keys, models.
    r'".*" is not a domain\.',
    # Two fields that must be equal.
    r".* must name one user: userId and contact\.userId differ\.",
    r".* (is not|must be) (a|an) (valid )?(e-mail|email|URL|RSA|https|smtp).*",
    # Whether there is a key for encryption, in the request or stored before.
    r"encryptData needs a publicKey: .*",
    # The format of a key depends on the stored type.
    r"apiKey must (lead to a mail server with a public address|consist of printable ASCII characters).*",
    # The providers of models, which an operator can extend.
    r"No AI provider is known for the model .*\.",
    # The current time.
    r".* must be in the future\.",
]

compiled = [re.compile(rule, re.DOTALL) for rule in RULES]


@schemathesis.check
def refused_by_the_document_only(ctx, response, case):
    if response.status_code != 400 or case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    error = json.loads(response.content)["error"]
    # The state of a stored record, which the request does not show.
    if error["status"] == "FAILED_PRECONDITION":
        return
    sentences = [detail["message"] for detail in error.get("details", [])] or [error["message"]]
    unknown = [sentence for sentence in sentences if not any(rule.fullmatch(sentence) for rule in compiled)]
    assert not unknown, f"Refused for reasons that the document does not have: {unknown}"
