package parley

import (
	"context"
	"encoding/json"
	"iter"
)

// Page is one page of a list. If the data of the page is not a list, it is the only item.
type Page[Item any] struct {
	Items []Item
	// Result is the whole result of the response, including fields that an operation adds to the data.
	Result json.RawMessage
	// NextPageToken is empty on the last page.
	NextPageToken string
}

// Pages is a list that is read page by page.
type Pages[Item any] struct {
	fetch func(token string) (*Page[Item], error)
}

// Pages iterates over the pages. It ends with the first error.
func (p *Pages[Item]) Pages() iter.Seq2[*Page[Item], error] {
	return func(yield func(*Page[Item], error) bool) {
		for token := ""; ; {
			page, err := p.fetch(token)
			if !yield(page, err) || err != nil || page.NextPageToken == "" {
				return
			}
			token = page.NextPageToken
		}
	}
}

// All iterates over all items, fetching pages as they are needed. It ends with the first error.
func (p *Pages[Item]) All() iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for page, err := range p.Pages() {
			if err != nil {
				var none Item
				yield(none, err)
				return
			}
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}

// First reads the first page.
func (p *Pages[Item]) First() (*Page[Item], error) { return p.fetch("") }

// paged reads a list whose data is a list or, with whole, one whose data is itself the item.
func paged[Item any](ctx context.Context, s *sender, op operation, request any, whole bool, options []CallOption) *Pages[Item] {
	return &Pages[Item]{fetch: func(token string) (*Page[Item], error) {
		sent, err := withPageToken(request, token)
		if err != nil {
			return nil, err
		}
		answer, err := s.send(ctx, op, sent, options)
		if err != nil {
			return nil, err
		}
		var envelope struct {
			Data          json.RawMessage
			NextPageToken *string
		}
		if err := json.Unmarshal(answer.result, &envelope); err != nil {
			return nil, err
		}
		page := &Page[Item]{Result: answer.result}
		if envelope.NextPageToken != nil {
			page.NextPageToken = *envelope.NextPageToken
		}
		if !whole {
			return page, json.Unmarshal(envelope.Data, &page.Items)
		}
		page.Items = make([]Item, 1)
		return page, json.Unmarshal(envelope.Data, &page.Items[0])
	}}
}

func withPageToken(request any, token string) (any, error) {
	if token == "" {
		return request, nil
	}
	return withFields(request, map[string]any{"pageToken": token})
}

// withFields returns a request with some fields set.
func withFields(request any, set map[string]any) (map[string]any, error) {
	data, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	fields := map[string]any{}
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, err
	}
	for name, value := range set {
		fields[name] = value
	}
	return fields, nil
}

// prepared is a request whose fields are set, or the reason why they could not be.
type prepared struct {
	fields map[string]any
	err    error
}

// MarshalJSON writes the fields.
func (p prepared) MarshalJSON() ([]byte, error) {
	if p.err != nil {
		return nil, p.err
	}
	return json.Marshal(p.fields)
}

func setFields(request any, set map[string]any) prepared {
	fields, err := withFields(request, set)
	return prepared{fields: fields, err: err}
}
