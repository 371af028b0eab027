// Package parley is a client of Parley: parley.New returns a client with a field for each resource, client.Users.List and
// client.Comments.Add.
package parley

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// Options are the address of Parley and the credentials of the caller. Only BaseURL is always needed.
type Options struct {
	// BaseURL is the URL of the gateway, such as https://parley.example.com.
	BaseURL string
	// APIKey is the public identifier of an API key (pk_…).
	APIKey string
	// AuthToken is the secret token of the API key (sk_…).
	AuthToken string
	// WorkspaceID and WorkspaceToken are for operations of the workspace.
	WorkspaceID    string
	WorkspaceToken string
	// AdminToken is the installation's admin token, for creating workspaces.
	AdminToken string
	// HeaderPrefix is the prefix of the credential headers' names; x-svc- when empty.
	HeaderPrefix string
	// Timeout is the longest time of one attempt, body included; 30 s when 0. Operations that take longer have more.
	Timeout time.Duration
	// MaxRetries is how often a request is sent again after a failure that passes; 4 when nil.
	MaxRetries *int
	// MaxRetryAfter is the longest Retry-After that is waited for; a longer one ends the call. A minute when 0.
	MaxRetryAfter time.Duration
	// HTTPClient sends the requests; http.DefaultClient when nil.
	HTTPClient *http.Client
	// Headers are sent with every request.
	Headers map[string]string
}

// Client is a client of Parley. It is safe for use by many goroutines.
type Client struct {
	resources
	sender *sender
}

// New makes a client. If BaseURL is missing or invalid, every call of the client fails with an error that says so, without sending
// anything.
func New(options Options) *Client {
	problem := baseURLProblem(options.BaseURL)
	options.BaseURL = strings.TrimRight(options.BaseURL, "/")
	if options.HeaderPrefix == "" {
		options.HeaderPrefix = "x-svc-"
	}
	if options.Timeout == 0 {
		options.Timeout = 30 * time.Second
	}
	if options.MaxRetries == nil {
		options.MaxRetries = Ptr(4)
	}
	if options.MaxRetryAfter == 0 {
		options.MaxRetryAfter = time.Minute
	}
	if options.HTTPClient == nil {
		options.HTTPClient = http.DefaultClient
	}
	// A redirect could carry the credentials to another host.
	client := *options.HTTPClient
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	options.HTTPClient = &client
	sender := &sender{options: options, problem: problem}
	return &Client{resources: newResources(sender), sender: sender}
}

var (
	httpScheme = regexp.MustCompile(`(?i)^https?://`)
	anyScheme  = regexp.MustCompile(`(?i)^(?:[a-z][a-z0-9+.-]*:)?//`)
	// Servers on this machine are seldom reached over TLS.
	thisMachine = regexp.MustCompile(`^(?:localhost|127\.|\[::1\])`)
)

func baseURLProblem(given string) error {
	if given == "" {
		return errors.New(`BaseURL is missing: it is the URL of the gateway, such as "https://parley.example.com" or "http://localhost:8080"`)
	}
	if !httpScheme.MatchString(given) {
		scheme, rest := "https://", anyScheme.ReplaceAllString(given, "")
		if thisMachine.MatchString(rest) {
			scheme = "http://"
		}
		return fmt.Errorf("BaseURL is %q, which does not begin with http:// or https://; write %q", given, scheme+rest)
	}
	if parsed, err := url.Parse(given); err != nil || parsed.Hostname() == "" {
		return fmt.Errorf("BaseURL is %q, which is not a URL", given)
	}
	return nil
}

// Ptr returns a pointer to a value: optional fields are pointers.
func Ptr[T any](value T) *T { return &value }
