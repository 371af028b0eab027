package parley

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sort"
)

// BatchFailure is an item that failed; Code gives the reason (the constants Code…).
type BatchFailure struct{ ID, Code, Message string }

// BatchError is the error of a batch of which some items failed; the others were done. errors.Is with ErrBatchFailed and errors.As with
// *Error match it too.
type BatchError struct {
	Operation string
	Failed    []BatchFailure
	Count     int
	// RequestID identifies the request in the logs of the installation.
	RequestID string
}

func (e *BatchError) Error() string {
	first := e.Failed[0]
	return fmt.Sprintf("%s: %d of %d items failed, the first is %s: %s", e.Operation, len(e.Failed), e.Count, first.ID, first.Message)
}

// Unwrap returns it as an *Error, so that it matches like the other errors of Parley.
func (e *BatchError) Unwrap() error {
	return &Error{Kind: ErrBatchFailed, Status: StatusBatchFailed, HTTPStatus: http.StatusOK, Message: e.Error(), RequestID: e.RequestID, Code: e.Failed[0].Code}
}

// Batch is the response to a batch: an entry for each item, by its id; some may have failed.
type Batch[Entry any] struct {
	Results map[string]Entry
	Message string
	// Failed are the items that failed, by id.
	Failed []BatchFailure
	// Raw is the whole result of the response, including fields that an operation adds to the entries.
	Raw json.RawMessage
	// RequestID identifies the request in the logs of the installation.
	RequestID string
	operation string
}

// Err is a *BatchError when an item failed.
func (b *Batch[Entry]) Err() error {
	if len(b.Failed) == 0 {
		return nil
	}
	return &BatchError{Operation: b.operation, Failed: b.Failed, Count: len(b.Results), RequestID: b.RequestID}
}

func batch[Entry any](ctx context.Context, s *sender, op operation, request any, options []CallOption) (*Batch[Entry], error) {
	sent, err := s.send(ctx, op, request, options)
	if err != nil {
		return nil, err
	}
	var parts struct {
		Message     string
		Data, Items json.RawMessage
	}
	if err := json.Unmarshal(sent.result, &parts); err != nil {
		return nil, err
	}
	// A batch whose data is a list of ids has the entries beside it.
	entries := parts.Items
	if entries == nil {
		entries = parts.Data
	}
	typed := map[string]Entry{}
	plain := map[string]struct {
		Success       bool
		Message, Code string
	}{}
	if err := json.Unmarshal(entries, &typed); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(entries, &plain); err != nil {
		return nil, err
	}
	answer := &Batch[Entry]{Results: typed, Message: parts.Message, Raw: sent.result, RequestID: sent.requestID, operation: op.name}
	for id, entry := range plain {
		if !entry.Success {
			answer.Failed = append(answer.Failed, BatchFailure{ID: id, Code: entry.Code, Message: entry.Message})
		}
	}
	sort.Slice(answer.Failed, func(i, j int) bool { return answer.Failed[i].ID < answer.Failed[j].ID })
	return answer, nil
}

// entry sends one item as a list, and returns its entry; the error is a *BatchError when the item failed.
func entry[Entry any](ctx context.Context, s *sender, op operation, request any, options []CallOption) (Entry, error) {
	var none Entry
	fields, err := withFields(request, nil)
	if err != nil {
		return none, err
	}
	fields[op.items] = []any{fields[op.item]}
	delete(fields, op.item)
	answer, err := batch[Entry](ctx, s, op, fields, options)
	if err != nil {
		return none, err
	}
	if err := answer.Err(); err != nil {
		return none, err
	}
	for _, only := range answer.Results {
		return only, nil
	}
	return none, fmt.Errorf("%s returned no entry for its item", op.name)
}
