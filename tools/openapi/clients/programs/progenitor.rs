use client::{Client, Error, types};

fn variable(name: &str) -> String {
    std::env::var(name).unwrap()
}

#[tokio::main]
async fn main() {
    // The generated client knows no credentials.
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("x-svc-api-key", variable("PARLEY_API_KEY").parse().unwrap());
    headers.insert("x-svc-auth-token", variable("PARLEY_AUTH_TOKEN").parse().unwrap());
    let http = reqwest::Client::builder().default_headers(headers).build().unwrap();
    let client = Client::new_with_client(&variable("PARLEY_BASE_URL"), http);
    let get = |id: &str, one: bool| {
        let body = serde_json::json!({ "data": { "organizationIds": [id], "one": one } });
        let body: types::OrganizationsGetV2Body = serde_json::from_value(body).unwrap();
        let client = &client;
        async move { client.organizations_get_v2(None, &body).await }
    };
    let found = get("acme", false).await.unwrap().into_inner().result;
    let status = match get("missing", true).await {
        Err(Error::ErrorResponse(error)) => error.into_inner().error.status,
        other => panic!("{other:?}"),
    };
    let body = serde_json::json!({ "data": { "organizations": [{ "organizationId": "acme" }] } });
    let body: types::OrganizationsUpdateV2Body = serde_json::from_value(body).unwrap();
    let updated = client.organizations_update_v2(None, None, &body).await.unwrap().into_inner().result;
    println!(
        "{}",
        serde_json::json!({
            "id": found.data[0].organization_id,
            "time": found.data[0].created_at,
            "last": found.next_page_token.is_none(),
            "status": status,
            "map": updated.data["acme"].success,
        })
    );
}
