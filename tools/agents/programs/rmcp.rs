use std::collections::HashMap;

use rmcp::{
    ServiceExt,
    model::CallToolRequestParams,
    transport::{StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig},
};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let headers: HashMap<String, String> = serde_json::from_str(&std::env::var("HEADERS")?)?;
    let mut config = StreamableHttpClientTransportConfig::with_uri(std::env::var("URL")?);
    for (name, value) in &headers {
        config.custom_headers.insert(name.parse()?, value.parse()?);
    }
    let client = ().serve(StreamableHttpClientTransport::from_config(config)).await?;
    let tools = client.list_all_tools().await?.len();
    let mut call = CallToolRequestParams::new("search_operations");
    call.arguments = serde_json::json!({ "query": "users" }).as_object().cloned();
    let result = serde_json::to_value(client.call_tool(call).await?)?;
    let protocol = client.peer_info().map(|info| serde_json::to_value(&*info).unwrap_or_default()["protocolVersion"].clone());
    println!("{}", serde_json::json!({ "protocol": protocol, "tools": tools, "text": result["content"][0]["text"] }));
    Ok(())
}
