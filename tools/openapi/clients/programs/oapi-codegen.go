package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"

	parley "call/client"
)

func main() {
	ctx := context.Background()
	client, err := parley.NewClientWithResponses(os.Getenv("PARLEY_BASE_URL"), parley.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-svc-api-key", os.Getenv("PARLEY_API_KEY"))
		request.Header.Set("x-svc-auth-token", os.Getenv("PARLEY_AUTH_TOKEN"))
		return nil
	}))
	if err != nil {
		panic(err)
	}
	get := func(data parley.OrganizationsListRequest) *parley.OrganizationsGetV2Response {
		answer, err := client.OrganizationsGetV2WithResponse(ctx, nil, parley.OrganizationsGetV2JSONRequestBody{Data: data})
		if err != nil {
			panic(err)
		}
		return answer
	}
	found := get(parley.OrganizationsListRequest{OrganizationIds: &[]string{"acme"}}).JSON200
	one := true
	missing := get(parley.OrganizationsListRequest{OrganizationIds: &[]string{"missing"}, One: &one}).JSON404
	update := parley.OrganizationsUpdateRequest{Organizations: []parley.OrganizationInput{{OrganizationId: "acme"}}}
	updated, err := client.OrganizationsUpdateV2WithResponse(ctx, nil, parley.OrganizationsUpdateV2JSONRequestBody{Data: update})
	if err != nil {
		panic(err)
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"id":     found.Result.Data[0].OrganizationId,
		"time":   found.Result.Data[0].CreatedAt,
		"last":   found.Result.NextPageToken == nil,
		"status": *missing.Error.Status,
		"map":    updated.JSON200.Result.Data["acme"].Success,
	})
}
