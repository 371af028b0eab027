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

// ChangesWatch follows the changes, each at least once: All iterates over single changes, Pages over pages. Temporary failures (no
// connection, 429, 5xx) are waited out however long they last; any other error ends it, and so does the context. Keep Cursor, or the
// NextCursor of a processed page, and begin the next watch with it: nothing is skipped.
type ChangesWatch struct {
	ctx     context.Context
	changes *Changes
	request ChangesGetRequest
	options []CallOption
	cursor  string
}

// Watch follows the changes for as long as it is ranged over. It sets WaitMs itself and ignores that of the request.
func (r *Changes) Watch(ctx context.Context, request ChangesGetRequest, options ...CallOption) *ChangesWatch {
	cursor := "now"
	if request.Cursor != nil {
		cursor = *request.Cursor
	}
	return &ChangesWatch{ctx: ctx, changes: r, request: request, options: append(options[:len(options):len(options)], WithMaxRetries(0)), cursor: cursor}
}

// Cursor is the position after the last page whose changes were all processed; it moves when the next page is requested.
func (w *ChangesWatch) Cursor() string { return w.cursor }

// All iterates over the changes. It ends with the first permanent error.
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

// Pages iterates over the pages, including those without a change, whose cursors are after changes that the filters left out.
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

// ask returns the next page, and the minimum pause before the following one, if any; or only the pause.
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
		// A stopping gateway responds at once; without a pause it would receive requests continually.
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

// wait is the time for which the gateway should wait for a change.
func (w *ChangesWatch) wait() (time.Duration, error) {
	// Changes during an interrupted wait come after a cursor, but not after "now", so the first request does not wait.
	if w.cursor == "now" {
		return 0, nil
	}
	c, err := w.changes.sender.prepare(opChangesGet, w.request, w.options)
	if err != nil {
		return 0, err
	}
	// A response that takes as long as an attempt may is a time-out.
	if c.timeout < longestWatchWait+margin {
		return min(longestWatchWait, c.timeout/2), nil
	}
	return longestWatchWait, nil
}

// rest waits for a random time up to a maximum, so that clients that failed together do not retry together.
func (w *ChangesWatch) rest(failures int, least time.Duration) error {
	most := min(longestRest, firstRest<<min(failures, 10))
	select {
	case <-w.ctx.Done():
		return w.ctx.Err()
	case <-time.After(max(mathrand.N(most), min(least, longestRest))):
		return nil
	}
}

// passesInTime tells whether a failure may be temporary for a caller that can wait for any time.
func (e *Error) passesInTime() bool {
	return e.passes() || e.HTTPStatus >= 500 && e.Status != StatusUnimplemented
}
