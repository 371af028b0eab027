package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type withHeaders map[string]string

func (headers withHeaders) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	return http.DefaultTransport.RoundTrip(request)
}

func main() {
	ctx := context.Background()
	headers := withHeaders{}
	if err := json.Unmarshal([]byte(os.Getenv("HEADERS")), &headers); err != nil {
		log.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "try", Version: "1"}, nil)
	transport := &mcp.StreamableClientTransport{Endpoint: os.Getenv("URL"), HTTPClient: &http.Client{Transport: headers}}
	session, err := client.Connect(ctx, transport, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	tools, err := session.ListTools(ctx, nil)
	if err != nil {
		log.Fatal(err)
	}
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "search_operations", Arguments: map[string]any{"query": "users"}})
	if err != nil {
		log.Fatal(err)
	}
	text := result.Content[0].(*mcp.TextContent).Text
	line, _ := json.Marshal(map[string]any{"protocol": session.InitializeResult().ProtocolVersion, "tools": len(tools.Tools), "text": text})
	fmt.Println(string(line))
}
