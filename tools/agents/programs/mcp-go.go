package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

func main() {
	ctx := context.Background()
	headers := map[string]string{}
	if err := json.Unmarshal([]byte(os.Getenv("HEADERS")), &headers); err != nil {
		log.Fatal(err)
	}
	agent, err := client.NewStreamableHttpClient(os.Getenv("URL"), transport.WithHTTPHeaders(headers))
	if err != nil {
		log.Fatal(err)
	}
	defer agent.Close()
	if err := agent.Start(ctx); err != nil {
		log.Fatal(err)
	}
	about := mcp.InitializeRequest{}
	about.Params.ClientInfo = mcp.Implementation{Name: "try", Version: "1"}
	about.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	begun, err := agent.Initialize(ctx, about)
	if err != nil {
		log.Fatal(err)
	}
	tools, err := agent.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		log.Fatal(err)
	}
	call := mcp.CallToolRequest{}
	call.Params.Name = "search_operations"
	call.Params.Arguments = map[string]any{"query": "users"}
	result, err := agent.CallTool(ctx, call)
	if err != nil {
		log.Fatal(err)
	}
	text := result.Content[0].(mcp.TextContent).Text
	line, _ := json.Marshal(map[string]any{"protocol": begun.ProtocolVersion, "tools": len(tools.Tools), "text": text})
	fmt.Println(string(line))
}
