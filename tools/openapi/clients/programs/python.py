import json
import os

import client
from client.exceptions import NotFoundException

configuration = client.Configuration(
    host=os.environ["PARLEY_BASE_URL"],
    api_key={"apiKey": os.environ["PARLEY_API_KEY"], "authToken": os.environ["PARLEY_AUTH_TOKEN"]},
)
organizations = client.OrganizationsApi(client.ApiClient(configuration))


def get(**filters):
    return organizations.organizations_get_v2(
        client.OrganizationsGetV2Request(data=client.OrganizationsListRequest(**filters))
    )


found = get(organizationIds=["acme"])
updated = organizations.organizations_update_v2(
    client.OrganizationsUpdateV2Request(
        data=client.OrganizationsUpdateRequest(organizations=[client.OrganizationInput(organizationId="acme")])
    )
)
status = None
try:
    get(organizationIds=["missing"], one=True)
except NotFoundException as error:
    status = error.data.error.status
print(
    json.dumps(
        {
            "id": found.result.data[0].organization_id,
            "time": found.result.data[0].created_at,
            "last": found.result.next_page_token is None,
            "status": status,
            "map": updated.result.data["acme"].success,
        }
    )
)
