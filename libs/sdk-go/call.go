package parley

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	firstWait   = 200 * time.Millisecond
	longestWait = 10 * time.Second
	// The gateway's own time-out of an operation ends before the client's, so that its error is received.
	margin = 5 * time.Second
)

// operation is the description of an operation that a client needs to call it.
type operation struct {
	name, path, auth         string
	mutates, bodyCredentials bool
	timeout                  time.Duration
	// Set for an operation that reads one thing: the field that holds its id, and the list of ids in which the id is sent.
	id, ids string
	// Set for an operation that sends one item: the field that holds the item, and the list in which the item is sent.
	item, items string
}

// CallOption changes a setting of the client for one call.
type CallOption func(*call)

// WithTimeout sets the longest time of one attempt, body included.
func WithTimeout(timeout time.Duration) CallOption { return func(c *call) { c.timeout = timeout } }

// WithMaxRetries sets how often the request is sent again after a temporary failure.
func WithMaxRetries(retries int) CallOption { return func(c *call) { c.retries = retries } }

// WithIdempotencyKey makes a repeat within 24 hours return the response to the first request. Without it each mutation gets a generated
// key.
func WithIdempotencyKey(key string) CallOption {
	return func(c *call) { c.header.Set("idempotency-key", key) }
}

// WithHeader sends a header with the request.
func WithHeader(name, value string) CallOption { return func(c *call) { c.header.Set(name, value) } }

// call is a prepared call: every attempt sends the same bytes with the same idempotency key.
type call struct {
	url, path string
	header    http.Header
	body      []byte
	timeout   time.Duration
	retries   int
}

type sender struct {
	options Options
	// problem is the reason why no request can be sent at all; nil when one can.
	problem error
}

func (s *sender) prepare(op operation, request any, options []CallOption) (*call, error) {
	if s.problem != nil {
		return nil, s.problem
	}
	header, err := s.credentials(op)
	if err != nil {
		return nil, err
	}
	body, err := s.bodyOf(op, request)
	if err != nil {
		return nil, err
	}
	if op.mutates {
		header.Set("idempotency-key", newKey())
	}
	c := &call{url: s.options.BaseURL + op.path, path: op.path, header: header, body: body, timeout: s.options.Timeout, retries: *s.options.MaxRetries}
	if op.timeout > 0 {
		c.timeout = max(c.timeout, op.timeout+margin)
	}
	for _, option := range options {
		option(c)
	}
	return c, nil
}

func (s *sender) bodyOf(op operation, request any) ([]byte, error) {
	if !op.bodyCredentials {
		return json.Marshal(map[string]any{"data": request})
	}
	data, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	fields := map[string]any{}
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, err
	}
	fields["apiKey"], fields["authToken"] = s.options.APIKey, s.options.AuthToken
	return json.Marshal(map[string]any{"data": fields})
}

func (s *sender) credentials(op operation) (http.Header, error) {
	o, prefix := s.options, s.options.HeaderPrefix
	needed := map[string][2][3]string{
		"apiKey":    {{prefix + "api-key", o.APIKey, "APIKey"}, {prefix + "auth-token", o.AuthToken, "AuthToken"}},
		"workspace": {{prefix + "workspace-id", o.WorkspaceID, "WorkspaceID"}, {prefix + "auth-token", o.WorkspaceToken, "WorkspaceToken"}},
		"admin":     {{prefix + "admin-token", o.AdminToken, "AdminToken"}},
	}[op.auth]
	header := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json"}}
	for name, value := range o.Headers {
		header.Set(name, value)
	}
	for _, one := range needed {
		if one[0] != "" && one[1] == "" {
			return nil, fmt.Errorf("%s needs %s, which this client was not given", op.name, one[2])
		}
		if one[0] != "" {
			header.Set(one[0], one[1])
		}
	}
	return header, nil
}

// answered is a response: the whole `result`, and the id that identifies the request in the logs of the installation.
type answered struct {
	result    json.RawMessage
	requestID string
}

func (s *sender) send(ctx context.Context, op operation, request any, options []CallOption) (answered, error) {
	c, err := s.prepare(op, request, options)
	if err != nil {
		return answered{}, err
	}
	return retried(ctx, s, c, s.sendOnce)
}

func retried[T any](ctx context.Context, s *sender, c *call, send func(context.Context, *call) (T, error)) (T, error) {
	for attempt := 0; ; attempt++ {
		answer, err := send(ctx, c)
		if err == nil {
			return answer, nil
		}
		var failure *Error
		if ctx.Err() != nil || attempt >= c.retries || !errors.As(err, &failure) || !failure.passes() {
			return answer, err
		}
		wait, ok := s.wait(attempt, failure)
		if !ok {
			return answer, err
		}
		select {
		case <-ctx.Done():
			return answer, ctx.Err()
		case <-time.After(wait):
		}
	}
}

// wait is the delay after an attempt (from 0): the response's Retry-After, else a random time that doubles, so that clients that failed
// together do not retry together.
func (s *sender) wait(attempt int, failure *Error) (time.Duration, bool) {
	if failure.RetryAfter == nil {
		most := min(longestWait, firstWait<<min(attempt, 10))
		return most/2 + mathrand.N(most/2), true
	}
	if *failure.RetryAfter > s.options.MaxRetryAfter {
		return 0, false
	}
	return *failure.RetryAfter + mathrand.N(firstWait), true
}

func (s *sender) sendOnce(ctx context.Context, c *call) (answered, error) {
	within, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	response, err := s.open(within, c)
	if err != nil {
		return answered{}, c.failure(ctx, within, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return answered{}, c.failure(ctx, within, err)
	}
	if response.StatusCode >= 300 {
		return answered{}, errorOf(response, body)
	}
	var envelope struct{ Result json.RawMessage }
	// HTTP does not notice that a response without a length was cut off.
	if err := json.Unmarshal(body, &envelope); err != nil || len(envelope.Result) == 0 || envelope.Result[0] != '{' {
		return answered{}, &Error{Kind: ErrConnection, Status: StatusUnavailable, Message: fmt.Sprintf("The response of %s is not JSON with a result: %.100q", c.path, body)}
	}
	return answered{result: envelope.Result, requestID: response.Header.Get("x-request-id")}, nil
}

func (s *sender) open(ctx context.Context, c *call) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(c.body))
	if err != nil {
		return nil, err
	}
	request.Header = c.header.Clone()
	// net/http would itself repeat a request that has an idempotency key; the retries are ours to count.
	request.GetBody = nil
	return s.options.HTTPClient.Do(request)
}

func (c *call) failure(ctx, within context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if within.Err() != nil {
		return &Error{Kind: ErrTimeout, Status: StatusDeadlineExceeded, Message: fmt.Sprintf("%s timed out after %s.", c.path, c.timeout), cause: err}
	}
	return &Error{Kind: ErrConnection, Status: StatusUnavailable, Message: fmt.Sprintf("%s: the connection failed: %s.", c.path, err), cause: err}
}

// Done is the response of an operation that returns only a message.
type Done struct{ Message string }

func done(ctx context.Context, s *sender, op operation, request any, options []CallOption) (Done, error) {
	sent, err := s.send(ctx, op, request, options)
	if err != nil {
		return Done{}, err
	}
	answer := Done{}
	return answer, json.Unmarshal(sent.result, &answer)
}

func value[T any](ctx context.Context, s *sender, op operation, request any, options []CallOption) (T, error) {
	var answer T
	sent, err := s.send(ctx, op, request, options)
	if err != nil {
		return answer, err
	}
	var envelope struct {
		Status *string
		Data   json.RawMessage
	}
	if err := json.Unmarshal(sent.result, &envelope); err != nil {
		return answer, err
	}
	if envelope.Status == nil {
		return answer, json.Unmarshal(sent.result, &answer)
	}
	return answer, json.Unmarshal(envelope.Data, &answer)
}

// feed reads a page of a feed, which is the result itself.
func feed[T any](ctx context.Context, s *sender, op operation, request any, options []CallOption) (T, error) {
	var page T
	sent, err := s.send(ctx, op, request, options)
	if err != nil {
		return page, err
	}
	return page, json.Unmarshal(sent.result, &page)
}

// single reads the only item of a list; the error is ErrNotFound when there is none.
func single[T any](ctx context.Context, s *sender, op operation, request any, options []CallOption) (T, error) {
	var none T
	fields, err := withFields(request, map[string]any{"one": true})
	if err != nil {
		return none, err
	}
	fields[op.ids] = []any{fields[op.id]}
	delete(fields, op.id)
	items, err := value[[]T](ctx, s, op, fields, options)
	if err != nil {
		return none, err
	}
	return items[0], nil
}

func newKey() string {
	return rand.Text()
}

func retryAfterOf(header string) *time.Duration {
	if seconds, err := strconv.ParseFloat(header, 64); err == nil {
		return Ptr(max(0, time.Duration(seconds*float64(time.Second))))
	}
	if at, err := http.ParseTime(header); err == nil {
		return Ptr(max(0, time.Until(at)))
	}
	return nil
}
