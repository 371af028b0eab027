use client::apis::{configuration::Configuration, organizations_api, Error, ResponseContent};
use client::models::{
    OrganizationInput, OrganizationsGetV2Request, OrganizationsListRequest, OrganizationsUpdateRequest, OrganizationsUpdateV2Request,
};

fn variable(name: &str) -> String {
    std::env::var(name).unwrap()
}

#[tokio::main]
async fn main() {
    // The generated configuration has one value for all headers of credentials.
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("x-svc-api-key", variable("PARLEY_API_KEY").parse().unwrap());
    headers.insert("x-svc-auth-token", variable("PARLEY_AUTH_TOKEN").parse().unwrap());
    let configuration = Configuration {
        base_path: variable("PARLEY_BASE_URL"),
        client: reqwest::Client::builder().default_headers(headers).build().unwrap(),
        ..Configuration::new()
    };
    let get = |id: &str, one: bool| {
        let mut data = OrganizationsListRequest::new();
        data.organization_ids = Some(vec![id.to_string()]);
        data.one = Some(one);
        organizations_api::organizations_get_v2(&configuration, OrganizationsGetV2Request::new(data), None)
    };
    let found = get("acme", false).await.unwrap().result;
    let missing: serde_json::Value = match get("missing", true).await {
        Err(Error::ResponseError(ResponseContent { content, .. })) => serde_json::from_str(&content).unwrap(),
        other => panic!("{other:?}"),
    };
    let update = OrganizationsUpdateRequest::new(vec![OrganizationInput::new("acme".to_string())]);
    let updated = organizations_api::organizations_update_v2(&configuration, OrganizationsUpdateV2Request::new(update), None, None)
        .await
        .unwrap()
        .result;
    println!(
        "{}",
        serde_json::json!({
            "id": found.data[0].organization_id,
            "time": found.data[0].created_at,
            "last": found.next_page_token.is_none(),
            "status": missing["error"]["status"],
            "map": updated.data["acme"].success,
        })
    );
}
