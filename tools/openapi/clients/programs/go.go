package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	parley "call/client"
)

func main() {
	ctx := context.WithValue(context.Background(), parley.ContextAPIKeys, map[string]parley.APIKey{
		"apiKey":    {Key: os.Getenv("PARLEY_API_KEY")},
		"authToken": {Key: os.Getenv("PARLEY_AUTH_TOKEN")},
	})
	configuration := parley.NewConfiguration()
	configuration.Servers = parley.ServerConfigurations{{URL: os.Getenv("PARLEY_BASE_URL")}}
	organizations := parley.NewAPIClient(configuration).OrganizationsAPI
	get := func(data parley.OrganizationsListRequest) (*parley.OrganizationsGetV2200Response, error) {
		answer, _, err := organizations.OrganizationsGetV2(ctx).OrganizationsGetV2Request(parley.OrganizationsGetV2Request{Data: data}).Execute()
		return answer, err
	}
	found, err := get(parley.OrganizationsListRequest{OrganizationIds: []string{"acme"}})
	if err != nil {
		panic(err)
	}
	update := parley.OrganizationsUpdateRequest{Organizations: []parley.OrganizationInput{{OrganizationId: "acme"}}}
	updated, _, err := organizations.OrganizationsUpdateV2(ctx).OrganizationsUpdateV2Request(parley.OrganizationsUpdateV2Request{Data: update}).Execute()
	if err != nil {
		panic(err)
	}
	one := true
	_, err = get(parley.OrganizationsListRequest{OrganizationIds: []string{"missing"}, One: &one})
	var failure *parley.GenericOpenAPIError
	if !errors.As(err, &failure) {
		panic(err)
	}
	body := failure.Model().(parley.Error)
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"id":     found.Result.Data[0].OrganizationId,
		"time":   found.Result.Data[0].CreatedAt,
		"last":   found.Result.NextPageToken.Get() == nil,
		"status": *body.Error.Status,
		"map":    updated.Result.Data["acme"].Success,
	})
}
