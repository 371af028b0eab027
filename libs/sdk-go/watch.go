package parley

import (
	"context"
	"errors"
	"iter"
	mathrand "math/rand/v2"
	"time"
)

const (
	longestWatchWait = 25 * time.Second
	firstRest        = 200 * time.Millisecond
	longestRest      = 30 * time.Second
)

// ChangesWatch follows the changes, each at least once: All gives them one by one, Pages page by page. Failures that pass (no connection, 429,
// 5xx) are waited out however long they last; any other error ends it, and so does the context. Keep Cursor, or the NextCursor of a page that was
// dealt with, and begin the next watch with it: nothing is skipped.
type ChangesWatch struct {
	ctx     context.Context
	changes *Changes
	request ChangesGetRequest
	options []CallOption
	cursor  string
}

// Watch follows the changes for as long as it is ranged over. How long the gateway waits for a change is the watch's own matter: it does not read WaitMs.
func (r *Changes) Watch(ctx context.Context, request ChangesGetRequest, options ...CallOption) *ChangesWatch {
	cursor := "now"
	if request.Cursor != nil {
		cursor = *request.Cursor
	}
	return &ChangesWatch{ctx: ctx, changes: r, request: request, options: append(options[:len(options):len(options)], WithMaxRetries(0)), cursor: cursor}
}

// Cursor is behind the last page of which every change was dealt with, which is when the next one is asked for.
func (w *ChangesWatch) Cursor() string { return w.cursor }

// All goes over the changes. It ends with the first error that does not pass.
func (w *ChangesWatch) All() iter.Seq2[Change, error] {
	return func(yield func(Change, error) bool) {
		for page, err := range w.Pages() {
			if err != nil {
				yield(Change{}, err)
				return
			}
			for _, change := range page.Data {
				if !yield(change, nil) {
					return
				}
			}
		}
	}
}

// Pages goes over the pages, also those without a change: their cursors are behind what the filters left out.
func (w *ChangesWatch) Pages() iter.Seq2[*ChangesPage, error] {
	return func(yield func(*ChangesPage, error) bool) {
		for failures := 0; ; {
			page, rest, err := w.ask()
			if page != nil {
				if !yield(page, nil) {
					return
				}
				w.cursor = page.NextCursor
			}
			switch {
			case err != nil:
			case rest == nil:
				failures = 0
			default:
				err = w.rest(failures, *rest)
				failures++
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

// ask returns the next page, and how long to rest at least before the one after it; or the rest alone.
func (w *ChangesWatch) ask() (*ChangesPage, *time.Duration, error) {
	wait, err := w.wait()
	if err != nil {
		return nil, nil, err
	}
	request := w.request
	request.Cursor, request.WaitMs = &w.cursor, Ptr(wait.Milliseconds())
	started := time.Now()
	page, err := w.changes.Get(w.ctx, request, w.options...)
	var failure *Error
	switch {
	case err == nil && len(page.Data) == 0 && page.UpToDate && time.Since(started) < wait/2:
		// A gateway that stops does not wait; without a rest it would be asked all the time.
		return &page, Ptr(time.Duration(0)), nil
	case err == nil:
		return &page, nil, nil
	case w.ctx.Err() != nil || !errors.As(err, &failure) || !failure.passesInTime():
		return nil, nil, err
	case failure.RetryAfter != nil:
		return nil, failure.RetryAfter, nil
	}
	return nil, Ptr(time.Duration(0)), nil
}

// wait is how long the gateway is to wait for a change.
func (w *ChangesWatch) wait() (time.Duration, error) {
	// What happens during a wait that breaks off is behind a cursor, and not behind "now": the first request does not wait.
	if w.cursor == "now" {
		return 0, nil
	}
	c, err := w.changes.sender.prepare(opChangesGet, w.request, w.options)
	if err != nil {
		return 0, err
	}
	// An answer that takes as long as an attempt may is a time-out.
	if c.timeout < longestWatchWait+margin {
		return min(longestWatchWait, c.timeout/2), nil
	}
	return longestWatchWait, nil
}

// rest waits any time up to the longest, so that clients that failed together do not come back together.
func (w *ChangesWatch) rest(failures int, least time.Duration) error {
	most := min(longestRest, firstRest<<min(failures, 10))
	select {
	case <-w.ctx.Done():
		return w.ctx.Err()
	case <-time.After(max(mathrand.N(most), min(least, longestRest))):
		return nil
	}
}

// passesInTime tells whether a failure may pass for who has all the time.
func (e *Error) passesInTime() bool {
	return e.passes() || e.HTTPStatus >= 500 && e.Status != StatusUnimplemented
}
