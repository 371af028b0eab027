package parley

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// The kinds of failures of a call, for errors.Is. errors.As with *Error gives the details.
var (
	ErrInvalidArgument   = errors.New("invalid argument")
	ErrPrecondition      = errors.New("failed precondition")
	ErrUnauthenticated   = errors.New("unauthenticated")
	ErrPermissionDenied  = errors.New("permission denied")
	ErrNotFound          = errors.New("not found")
	ErrAlreadyExists     = errors.New("already exists")
	ErrAborted           = errors.New("aborted")
	ErrResourceExhausted = errors.New("resource exhausted")
	ErrInternal          = errors.New("internal")
	ErrUnimplemented     = errors.New("unimplemented")
	ErrUnavailable       = errors.New("unavailable")
	ErrDeadlineExceeded  = errors.New("deadline exceeded")
	// ErrBatchFailed: some items of a batch failed; errors.As with *BatchError lists them.
	ErrBatchFailed = errors.New("batch failed")
	// ErrConnection: no connection could be made, or it was lost.
	ErrConnection = errors.New("connection failed")
	// ErrTimeout: the request timed out on the client's side.
	ErrTimeout = errors.New("timeout")
)

// The possible values of Error.Status.
const (
	StatusInvalidArgument    = "INVALID_ARGUMENT"
	StatusOutOfRange         = "OUT_OF_RANGE"
	StatusFailedPrecondition = "FAILED_PRECONDITION"
	StatusUnauthenticated    = "UNAUTHENTICATED"
	StatusPermissionDenied   = "PERMISSION_DENIED"
	StatusNotFound           = "NOT_FOUND"
	StatusAlreadyExists      = "ALREADY_EXISTS"
	StatusAborted            = "ABORTED"
	StatusResourceExhausted  = "RESOURCE_EXHAUSTED"
	StatusInternal           = "INTERNAL"
	StatusUnimplemented      = "UNIMPLEMENTED"
	StatusUnavailable        = "UNAVAILABLE"
	StatusDeadlineExceeded   = "DEADLINE_EXCEEDED"
	StatusBatchFailed        = "BATCH_FAILED"
)

// FieldViolation is one broken rule of a request.
type FieldViolation struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Error is a failed call. RequestID identifies the request in the logs of the installation.
type Error struct {
	// Kind is one of the Err values.
	Kind error
	// Status is one of the Status constants, such as StatusNotFound.
	Status string
	// HTTPStatus is 0 when there was no response.
	HTTPStatus int
	Message    string
	RequestID  string
	// Code is a number or a word, if the response had one.
	Code any
	// Details holds the response's further information.
	Details json.RawMessage
	// RetryAfter is the time to wait before trying again, if the response gave one.
	RetryAfter *time.Duration
	// Replayed reports whether the response is the stored one of an earlier request with the same idempotency key: sending the request
	// again returns it again.
	Replayed bool
	cause    error
}

func (e *Error) Error() string {
	if e.RequestID == "" {
		return fmt.Sprintf("parley: %s: %s", e.Status, e.Message)
	}
	return fmt.Sprintf("parley: %s: %s (request %s)", e.Status, e.Message, e.RequestID)
}

// Is makes errors.Is(err, parley.ErrNotFound) work; a time-out is also a failed connection.
func (e *Error) Is(target error) bool {
	return target == e.Kind || (target == ErrConnection && e.Kind == ErrTimeout)
}

func (e *Error) Unwrap() error { return e.cause }

// Violations are the broken rules of an ErrInvalidArgument.
func (e *Error) Violations() []FieldViolation {
	var violations []FieldViolation
	if json.Unmarshal(e.Details, &violations) != nil {
		// Details in another form contain no violations.
		return nil
	}
	return violations
}

func (e *Error) passes() bool {
	if e.Replayed {
		return false
	}
	switch e.HTTPStatus {
	case 429, 502, 503, 504:
		return true
	}
	return e.Kind == ErrConnection || e.Kind == ErrTimeout || e.Status == StatusAborted
}

var kinds = map[string]error{
	StatusInvalidArgument:    ErrInvalidArgument,
	StatusOutOfRange:         ErrInvalidArgument,
	StatusFailedPrecondition: ErrPrecondition,
	StatusUnauthenticated:    ErrUnauthenticated,
	StatusPermissionDenied:   ErrPermissionDenied,
	StatusNotFound:           ErrNotFound,
	StatusAlreadyExists:      ErrAlreadyExists,
	StatusAborted:            ErrAborted,
	StatusResourceExhausted:  ErrResourceExhausted,
	StatusInternal:           ErrInternal,
	StatusUnimplemented:      ErrUnimplemented,
	StatusUnavailable:        ErrUnavailable,
	StatusDeadlineExceeded:   ErrDeadlineExceeded,
}

// Responses of proxies, and the one of Parley without a status word (Delete folder).
var words = map[int]string{
	400: StatusInvalidArgument,
	401: StatusUnauthenticated,
	403: StatusPermissionDenied,
	404: StatusNotFound,
	409: StatusAborted,
	413: StatusResourceExhausted,
	429: StatusResourceExhausted,
	501: StatusUnimplemented,
	502: StatusUnavailable,
	503: StatusUnavailable,
	504: StatusDeadlineExceeded,
}

// errorOf is the error of a response, whether Parley or a proxy sent it.
func errorOf(response *http.Response, body []byte) *Error {
	var envelope struct {
		Error struct {
			Status, Message, RequestID string
			Code                       any
			Details                    json.RawMessage
		}
	}
	// Pages of proxies are not JSON and leave the envelope empty.
	_ = json.Unmarshal(body, &envelope)
	answer := envelope.Error
	failure := &Error{
		Status:     answer.Status,
		HTTPStatus: response.StatusCode,
		Message:    answer.Message,
		RequestID:  answer.RequestID,
		Code:       answer.Code,
		Details:    answer.Details,
		RetryAfter: retryAfterOf(response.Header.Get("retry-after")),
		Replayed:   response.Header.Get("idempotent-replayed") == "true",
	}
	// A later version may have further status words: they count like their HTTP status.
	if kinds[failure.Status] == nil {
		failure.Status = words[response.StatusCode]
	}
	if failure.Status == "" {
		failure.Status = StatusInternal
	}
	if failure.Message == "" {
		failure.Message = fmt.Sprintf("The response has HTTP status %d and no error of Parley.", response.StatusCode)
	}
	if failure.RequestID == "" {
		failure.RequestID = response.Header.Get("x-request-id")
	}
	failure.Kind = kinds[failure.Status]
	return failure
}
