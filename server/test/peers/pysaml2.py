"""pysaml2 as service provider and as identity provider: a question a line on stdin, an answer a line on stdout, both JSON."""

import json
import sys

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.client import Saml2Client
from saml2.config import IdPConfig, SPConfig
from saml2.metadata import create_metadata_string
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NAME_FORMAT_BASIC, NameID
from saml2.server import Server
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

clients, servers = {}, {}


def common(asked):
    return {
        "entityid": asked["entityId"],
        "key_file": asked["keyFile"],
        "cert_file": asked["certFile"],
        "xmlsec_binary": "/usr/bin/xmlsec1",
        "metadata": {"inline": [asked["peerMetadata"]]},
        "allow_unknown_attributes": True,
        "signing_algorithm": SIG_RSA_SHA256,
        "digest_algorithm": DIGEST_SHA256,
    }


def start_sp(asked):
    config = SPConfig().load(
        {
            **common(asked),
            "encryption_keypairs": [{"key_file": asked["keyFile"], "cert_file": asked["certFile"]}],
            "service": {
                "sp": {
                    "endpoints": {
                        "assertion_consumer_service": [(asked["acsUrl"], BINDING_HTTP_POST)],
                        "single_logout_service": [(asked["logoutUrl"], BINDING_HTTP_REDIRECT)],
                    },
                    "authn_requests_signed": True,
                    "logout_requests_signed": True,
                    "want_response_signed": True,
                    "want_assertions_signed": True,
                    "allow_unsolicited": False,
                }
            },
        }
    )
    clients[asked["entityId"]] = Saml2Client(config=config)
    return {"metadata": as_text(create_metadata_string(None, config=config))}


def as_text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def location(info):
    return dict(info["headers"])["Location"]


def begin(asked):
    client = clients[asked["entityId"]]
    request_id, info = client.prepare_for_authenticate(relay_state=asked["relayState"], sigalg=SIG_RSA_SHA256)
    return {"requestId": request_id, "url": location(info)}


def read(asked):
    client = clients[asked["entityId"]]
    answer = client.parse_authn_request_response(
        asked["response"], BINDING_HTTP_POST, outstanding={asked["requestId"]: "/"}
    )
    return {"nameId": answer.get_subject().text, "attributes": answer.ava}


def subject_of(client, name_id):
    return next(each for each in client.users.subjects() if each.text == name_id)


def begin_logout(asked):
    client = clients[asked["entityId"]]
    done = client.global_logout(subject_of(client, asked["nameId"]), sign=True, sign_alg=SIG_RSA_SHA256)
    (_, (binding, info)), = done.items()
    return {"binding": binding, "url": location(info) if info.get("headers") else info.get("url")}


def read_logout(asked):
    client = clients[asked["entityId"]]
    answer = client.parse_logout_request_response(asked["response"], BINDING_HTTP_POST)
    return {"isDone": bool(answer.status_ok())}


def take_logout(asked):
    client = clients[asked["entityId"]]
    info = client.handle_logout_request(
        asked["request"],
        subject_of(client, asked["nameId"]),
        BINDING_HTTP_REDIRECT,
        sign=True,
        sign_alg=SIG_RSA_SHA256,
        relay_state=asked.get("relayState", ""),
    )
    return {"url": location(info), "left": len(client.users.subjects())}


def start_idp(asked):
    config = IdPConfig().load(
        {
            **common(asked),
            "service": {
                "idp": {
                    "endpoints": {"single_sign_on_service": [(asked["ssoUrl"], BINDING_HTTP_REDIRECT)]},
                    "policy": {"default": {"lifetime": {"minutes": 5}, "name_form": NAME_FORMAT_BASIC}},
                }
            },
        }
    )
    servers[asked["entityId"]] = Server(config=config)
    return {"metadata": as_text(create_metadata_string(None, config=config))}


def answer(asked):
    server = servers[asked["entityId"]]
    request = server.parse_authn_request(asked["request"], BINDING_HTTP_REDIRECT)
    parts = server.response_args(request.message)
    parts.pop("binding", None)
    parts.pop("name_id_policy", None)
    response = server.create_authn_response(
        identity=asked["attributes"],
        userid=asked["nameId"],
        name_id=NameID(format=NAMEID_FORMAT_PERSISTENT, text=asked["nameId"]),
        authn={"class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:Password", "authn_auth": asked["entityId"]},
        sign_response=asked["signResponse"],
        sign_assertion=True,
        sign_alg=SIG_RSA_SHA256,
        digest_alg=DIGEST_SHA256,
        **parts,
    )
    return {"response": as_text(response)}


acts = {
    "startSp": start_sp,
    "begin": begin,
    "read": read,
    "beginLogout": begin_logout,
    "readLogout": read_logout,
    "takeLogout": take_logout,
    "startIdp": start_idp,
    "answer": answer,
}

for line in sys.stdin:
    try:
        asked = json.loads(line)
        said = acts[asked["act"]](asked)
    except Exception as error:  # Told to the test, which fails with it.
        import traceback

        said = {"error": traceback.format_exc()[-2000:]}
    print(json.dumps(said), flush=True)
