package main

import (
	"context"
	"encoding/json"
	"os"

	parley "call/client"
	"github.com/ogen-go/ogen/ogenerrors"
)

type keys struct{}

func (keys) ApiKey(context.Context, parley.OperationName) (parley.ApiKey, error) {
	return parley.ApiKey{APIKey: os.Getenv("PARLEY_API_KEY")}, nil
}

func (keys) AuthToken(context.Context, parley.OperationName) (parley.AuthToken, error) {
	return parley.AuthToken{APIKey: os.Getenv("PARLEY_AUTH_TOKEN")}, nil
}

func (keys) AdminToken(context.Context, parley.OperationName) (parley.AdminToken, error) {
	return parley.AdminToken{}, ogenerrors.ErrSkipClientSecurity
}

func (keys) WorkspaceId(context.Context, parley.OperationName) (parley.WorkspaceId, error) {
	return parley.WorkspaceId{}, ogenerrors.ErrSkipClientSecurity
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	client := must(parley.NewClient(os.Getenv("PARLEY_BASE_URL"), keys{}))
	get := func(data parley.OrganizationsListRequest) parley.OrganizationsGetV2Res {
		return must(client.OrganizationsGetV2(ctx, &parley.OrganizationsGetV2Req{Data: data}, parley.OrganizationsGetV2Params{}))
	}
	found := get(parley.OrganizationsListRequest{OrganizationIds: []string{"acme"}}).(*parley.OrganizationsGetV2OKHeaders).Response.Result
	missing := get(parley.OrganizationsListRequest{OrganizationIds: []string{"missing"}, One: parley.NewOptBool(true)}).(*parley.OrganizationsGetV2NotFound)
	update := parley.OrganizationsUpdateRequest{Organizations: []parley.OrganizationInput{{OrganizationId: "acme"}}}
	updated := must(client.OrganizationsUpdateV2(ctx, &parley.OrganizationsUpdateV2Req{Data: update}, parley.OrganizationsUpdateV2Params{})).(*parley.OrganizationsUpdateV2OKHeaders)
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"id":     found.Data[0].OrganizationId,
		"time":   found.Data[0].CreatedAt,
		"last":   found.NextPageToken.Null,
		"status": missing.Error.Status.Value,
		"map":    updated.Response.Result.Data["acme"].Success,
	})
}
