package parley

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// What a call can fail with, for errors.Is. errors.As with *Error gives the details.
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
	// ErrBatchFailed: some items of a batch failed; errors.As with *BatchError says which.
	ErrBatchFailed = errors.New("batch failed")
	// ErrConnection: the connection failed; there was none, or it broke.
	ErrConnection = errors.New("connection failed")
	// ErrTimeout: the request timed out, by the time of this client.
	ErrTimeout = errors.New("timeout")
)

// The words that Error.Status may be.
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

// Error is a call that failed. RequestID finds the request in the logs of the installation.
type Error struct {
	// Kind is one of the Err values.
	Kind error
	// Status is one of the Status words, such as StatusNotFound.
	Status string
	// HTTPStatus is 0 when there was no answer.
	HTTPStatus int
	Message    string
	RequestID  string
	// Code is a number or a word, where the answer had one.
	Code any
	// Details is what the answer said beyond its message.
	Details json.RawMessage
	// RetryAfter is how long to wait before trying again, when the answer said so.
	RetryAfter *time.Duration
	// Replayed tells that it answers an earlier request with the same idempotency key: sent again, the request gets the same answer.
	Replayed bool
	cause    error
}

func (e *Error) Error() string {
	if e.RequestID == "" {
		return fmt.Sprintf("parley: %s: %s", e.Status, e.Message)
	}
	return fmt.Sprintf("parley: %s: %s (request %s)", e.Status, e.Message, e.RequestID)
}

// Is makes errors.Is(err, parley.ErrNotFound) work; a time-out is a failed connection too.
func (e *Error) Is(target error) bool {
	return target == e.Kind || (target == ErrConnection && e.Kind == ErrTimeout)
}

func (e *Error) Unwrap() error { return e.cause }

// Violations are the broken rules of an ErrInvalidArgument.
func (e *Error) Violations() []FieldViolation {
	var violations []FieldViolation
	if json.Unmarshal(e.Details, &violations) != nil {
		// Details of another form are none.
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

// Answers of proxies, and the one of ours that has no word (Delete folder).
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

// errorOf is the error of an answer, whether it came from Parley or from something in between.
func errorOf(response *http.Response, body []byte) *Error {
	var envelope struct {
		Error struct {
			Status, Message, RequestID string
			Code                       any
			Details                    json.RawMessage
		}
	}
	// Pages of proxies are no JSON: then nothing of it is known.
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
	// A later version may have further words: those count as what their HTTP status says.
	if kinds[failure.Status] == nil {
		failure.Status = words[response.StatusCode]
	}
	if failure.Status == "" {
		failure.Status = StatusInternal
	}
	if failure.Message == "" {
		failure.Message = fmt.Sprintf("The answer has HTTP status %d and no error of Parley.", response.StatusCode)
	}
	if failure.RequestID == "" {
		failure.RequestID = response.Header.Get("x-request-id")
	}
	failure.Kind = kinds[failure.Status]
	return failure
}
