// Command contract executes each line of its input and writes a line with the outcome: the contract suite of all clients runs it.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"reflect"
	"strings"
	"sync"
	"time"

	parley "github.com/parley/parley-go"
)

type request struct {
	ID        int             `json:"id"`
	Client    json.RawMessage `json:"client"`
	Operation string          `json:"operation"`
	Data      json.RawMessage `json:"data"`
	Options   struct {
		TimeoutMs      *int64
		MaxRetries     *int
		IdempotencyKey *string
	} `json:"options"`
	Take int `json:"take"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	var all sync.WaitGroup
	var printing sync.Mutex
	for lines.Scan() {
		var asked request
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		all.Add(1)
		go func() {
			defer all.Done()
			outcome := perform(asked)
			outcome["id"] = asked.ID
			line, err := json.Marshal(outcome)
			if err != nil {
				panic(err)
			}
			printing.Lock()
			defer printing.Unlock()
			os.Stdout.Write(append(line, '\n'))
		}()
	}
	all.Wait()
}

func perform(asked request) map[string]any {
	if asked.Operation == "webhooks.unwrap" || asked.Operation == "webhooks.kind" {
		return unwrap(asked.Data, asked.Operation == "webhooks.kind")
	}
	method := methodOf(clientOf(asked.Client), asked.Operation)
	sent := reflect.New(method.Type().In(1))
	if len(asked.Data) > 0 {
		if err := json.Unmarshal(asked.Data, sent.Interface()); err != nil {
			return failure(err)
		}
	}
	arguments := []reflect.Value{reflect.ValueOf(context.Background()), sent.Elem()}
	for _, option := range optionsOf(asked) {
		arguments = append(arguments, reflect.ValueOf(option))
	}
	answers := method.Call(arguments)
	if watch, ok := answers[0].Interface().(*parley.ChangesWatch); ok {
		return watched(watch, asked.Take)
	}
	if len(answers) == 1 {
		return pagesOf(answers[0])
	}
	if err, failed := answers[1].Interface().(error); failed {
		return failure(err)
	}
	if stream, ok := answers[0].Interface().(*parley.AskAIStream); ok {
		return streamed(stream)
	}
	if done, ok := answers[0].Interface().(parley.Done); ok {
		return map[string]any{"value": map[string]any{"message": done.Message}}
	}
	if failed := reflect.Indirect(answers[0]); failed.Kind() == reflect.Struct && failed.FieldByName("Failed").IsValid() {
		return batchOf(answers[0])
	}
	return map[string]any{"value": answers[0].Interface()}
}

func clientOf(data json.RawMessage) *parley.Client {
	var given struct {
		BaseURL, APIKey, AuthToken, WorkspaceID, WorkspaceToken, AdminToken, HeaderPrefix string
		TimeoutMs, MaxRetryAfterMs                                                        int64
		MaxRetries                                                                        *int
	}
	if err := json.Unmarshal(data, &given); err != nil {
		panic(err)
	}
	return parley.New(parley.Options{
		BaseURL: given.BaseURL, APIKey: given.APIKey, AuthToken: given.AuthToken, WorkspaceID: given.WorkspaceID,
		WorkspaceToken: given.WorkspaceToken, AdminToken: given.AdminToken, HeaderPrefix: given.HeaderPrefix,
		Timeout: time.Duration(given.TimeoutMs) * time.Millisecond, MaxRetries: given.MaxRetries,
		MaxRetryAfter: time.Duration(given.MaxRetryAfterMs) * time.Millisecond,
	})
}

func optionsOf(asked request) []parley.CallOption {
	var options []parley.CallOption
	if ms := asked.Options.TimeoutMs; ms != nil {
		options = append(options, parley.WithTimeout(time.Duration(*ms)*time.Millisecond))
	}
	if retries := asked.Options.MaxRetries; retries != nil {
		options = append(options, parley.WithMaxRetries(*retries))
	}
	if key := asked.Options.IdempotencyKey; key != nil {
		options = append(options, parley.WithIdempotencyKey(*key))
	}
	return options
}

func methodOf(client *parley.Client, name string) reflect.Value {
	resource, method, _ := strings.Cut(name, ".")
	field := reflect.ValueOf(client).Elem().FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, resource) })
	for index := range field.Type().NumMethod() {
		if strings.EqualFold(field.Type().Method(index).Name, method) {
			return field.Method(index)
		}
	}
	panic("There is no method " + name + ".")
}

func pagesOf(pages reflect.Value) map[string]any {
	items, count := []any{}, 0
	var failed error
	sequence := pages.MethodByName("Pages").Call(nil)[0]
	yield := reflect.MakeFunc(sequence.Type().In(0), func(given []reflect.Value) []reflect.Value {
		if err, ok := given[1].Interface().(error); ok {
			failed = err
			return []reflect.Value{reflect.ValueOf(false)}
		}
		count++
		list := given[0].Elem().FieldByName("Items")
		for index := range list.Len() {
			items = append(items, list.Index(index).Interface())
		}
		return []reflect.Value{reflect.ValueOf(true)}
	})
	sequence.Call([]reflect.Value{yield})
	if failed != nil {
		return failure(failed)
	}
	return map[string]any{"items": items, "pages": count}
}

func batchOf(batch reflect.Value) map[string]any {
	failed := []map[string]string{}
	for _, one := range batch.Elem().FieldByName("Failed").Interface().([]parley.BatchFailure) {
		failed = append(failed, map[string]string{"id": one.ID, "code": one.Code})
	}
	outcome := map[string]any{"results": batch.Elem().FieldByName("Results").Interface(), "failed": failed, "throws": false}
	if err, throws := batch.MethodByName("Err").Call(nil)[0].Interface().(error); throws {
		outcome["throws"], outcome["error"] = true, failure(err)["error"]
	}
	return outcome
}

// watched reads the first take changes, and the cursor from which a program that stores it continues.
func watched(watch *parley.ChangesWatch, take int) map[string]any {
	items := []string{}
	for change, err := range watch.All() {
		if err != nil {
			return map[string]any{"items": items, "cursor": watch.Cursor(), "error": failure(err)["error"]}
		}
		if items = append(items, change.ChangeID); len(items) == take {
			break
		}
	}
	return map[string]any{"items": items, "cursor": watch.Cursor()}
}

func streamed(stream *parley.AskAIStream) map[string]any {
	var text strings.Builder
	var usage parley.AskAIUsage
	for event, err := range stream.Events() {
		if err != nil {
			return failure(err)
		}
		text.WriteString(event.Text)
		if event.Usage != nil {
			usage = *event.Usage
		}
	}
	return map[string]any{"text": text.String(), "inputTokens": usage.InputTokens, "outputTokens": usage.OutputTokens}
}

func unwrap(data json.RawMessage, kindOnly bool) map[string]any {
	var given struct {
		Body, PrivateKey string
		Headers          map[string]string
		Secrets          []string
		NowMs            *int64
	}
	if err := json.Unmarshal(data, &given); err != nil {
		return failure(err)
	}
	header := http.Header{}
	for name, value := range given.Headers {
		header.Set(name, value)
	}
	options := parley.UnwrapOptions{PrivateKey: given.PrivateKey}
	if given.NowMs != nil {
		options.Now = func() time.Time { return time.UnixMilli(*given.NowMs) }
	}
	event, err := parley.UnwrapWebhook([]byte(given.Body), header, given.Secrets, options)
	if err != nil {
		return failure(err)
	}
	if kindOnly {
		return map[string]any{"value": kindOf(event)}
	}
	return map[string]any{"value": event.JSON}
}

func kindOf(event *parley.WebhookEvent) string {
	switch {
	case event.Raw != nil:
		return "raw"
	case event.Thin != nil:
		return "thin"
	case event.About != nil:
		return "endpoint"
	case event.Removal != nil:
		return "removal"
	}
	return "processed"
}

var kinds = map[error]string{
	parley.ErrInvalidArgument: "InvalidArgument", parley.ErrPrecondition: "Precondition", parley.ErrUnauthenticated: "Unauthenticated",
	parley.ErrPermissionDenied: "PermissionDenied", parley.ErrNotFound: "NotFound", parley.ErrAlreadyExists: "AlreadyExists",
	parley.ErrAborted: "Aborted", parley.ErrResourceExhausted: "ResourceExhausted", parley.ErrInternal: "Internal",
	parley.ErrUnimplemented: "Unimplemented", parley.ErrUnavailable: "Unavailable", parley.ErrDeadlineExceeded: "DeadlineExceeded",
	parley.ErrBatchFailed: "Batch", parley.ErrConnection: "Connection", parley.ErrTimeout: "Timeout",
}

func failure(err error) map[string]any {
	described := map[string]any{"kind": "other", "message": err.Error()}
	var broken *parley.AskAIFailure
	var failed *parley.Error
	switch {
	case errors.Is(err, parley.ErrWebhookRefused):
		described = map[string]any{"kind": "WebhookVerification", "message": err.Error()}
	case errors.As(err, &broken):
		described = map[string]any{"kind": "AskAiFailure", "message": broken.Message, "textSoFar": broken.TextSoFar}
	case errors.As(err, &failed):
		described = map[string]any{
			"kind": kinds[failed.Kind], "status": failed.Status, "httpStatus": failed.HTTPStatus,
			"requestId": failed.RequestID, "code": failed.Code, "details": failed.Details,
		}
	}
	return map[string]any{"error": described}
}
