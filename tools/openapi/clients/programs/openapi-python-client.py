import json
import os

from client import Client, models
from client.api.organizations import organizations_get_v2, organizations_update_v2

parley = Client(
    base_url=os.environ["PARLEY_BASE_URL"],
    headers={"x-svc-api-key": os.environ["PARLEY_API_KEY"], "x-svc-auth-token": os.environ["PARLEY_AUTH_TOKEN"]},
)


def get(**filters):
    data = models.OrganizationsListRequest(**filters)
    return organizations_get_v2.sync(client=parley, body=models.OrganizationsGetV2Body(data=data))


found = get(organization_ids=["acme"])
missing = get(organization_ids=["missing"], one=True)
update = models.OrganizationsUpdateRequest(organizations=[models.OrganizationInput(organization_id="acme")])
updated = organizations_update_v2.sync(client=parley, body=models.OrganizationsUpdateV2Body(data=update))
print(
    json.dumps(
        {
            "id": found.result.data[0].organization_id,
            "time": found.result.data[0].created_at,
            "last": found.result.next_page_token is None,
            "status": missing.error.status,
            "map": updated.result.data["acme"].success,
        }
    )
)
