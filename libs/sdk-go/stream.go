package parley

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
	"time"
)

// AskAIEvent is a piece of text or, with Usage set, the number of tokens that the provider counted, which comes last.
type AskAIEvent struct {
	Text  string
	Usage *AskAIUsage
}

// AskAIUsage holds the numbers of tokens that the provider counted.
type AskAIUsage struct {
	InputTokens  int64 `json:"inputTokens"`
	OutputTokens int64 `json:"outputTokens"`
}

// AskAIFailure is the error of a provider that did not respond, or whose response was cut off.
type AskAIFailure struct{ Message, TextSoFar string }

func (e *AskAIFailure) Error() string { return e.Message }

// AskAIStream is the answer of a model while it is being written. It is read once, by Events or Text; Close stops it early.
type AskAIStream struct {
	body   io.ReadCloser
	cancel context.CancelFunc
}

// Close stops the stream.
func (a *AskAIStream) Close() error {
	defer a.cancel()
	return a.body.Close()
}

// Text returns the whole text.
func (a *AskAIStream) Text() (string, error) {
	var text strings.Builder
	for event, err := range a.Events() {
		if err != nil {
			return text.String(), err
		}
		text.WriteString(event.Text)
	}
	return text.String(), nil
}

// Events iterates over the events, and closes the stream. It ends with the first error.
func (a *AskAIStream) Events() iter.Seq2[AskAIEvent, error] {
	return func(yield func(AskAIEvent, error) bool) {
		defer a.Close()
		var text strings.Builder
		failed := func(message string) { yield(AskAIEvent{}, &AskAIFailure{Message: message, TextSoFar: text.String()}) }
		lines := bufio.NewScanner(a.body)
		lines.Buffer(nil, 16<<20)
		var name, data string
		for lines.Scan() {
			field, content, _ := strings.Cut(lines.Text(), ":")
			content = strings.TrimPrefix(content, " ")
			switch {
			case field == "event":
				name = content
			case field == "data":
				data += content
			case field == "" && data != "":
				var sent struct {
					Text, Error string
					AskAIUsage
				}
				if err := json.Unmarshal([]byte(data), &sent); err != nil {
					failed("The response is not valid JSON: " + data)
					return
				}
				switch name {
				case "error":
					failed(sent.Error)
					return
				case "text":
					text.WriteString(sent.Text)
					if !yield(AskAIEvent{Text: sent.Text}, nil) {
						return
					}
				case "usage":
					yield(AskAIEvent{Usage: &sent.AskAIUsage}, nil)
					return
				}
				name, data = "", ""
			}
		}
		// The last event is always the usage or an error.
		if err := lines.Err(); err != nil {
			failed(fmt.Sprintf("The response was cut off: %s.", err))
			return
		}
		failed("The response was cut off.")
	}
}

func stream(ctx context.Context, s *sender, op operation, request any, options []CallOption) (*AskAIStream, error) {
	c, err := s.prepare(op, request, options)
	if err != nil {
		return nil, err
	}
	c.header.Set("accept", "text/event-stream, application/json")
	return retried(ctx, s, c, s.openStream)
}

func (s *sender) openStream(ctx context.Context, c *call) (*AskAIStream, error) {
	within, cancel := context.WithCancel(ctx)
	// The time-out applies until the response begins.
	timer := time.AfterFunc(c.timeout, cancel)
	response, err := s.open(within, c)
	timer.Stop()
	if err != nil {
		defer cancel()
		return nil, c.failure(ctx, within, err)
	}
	if response.StatusCode == http.StatusOK && strings.HasPrefix(response.Header.Get("content-type"), "text/event-stream") {
		return &AskAIStream{body: response.Body, cancel: cancel}, nil
	}
	defer cancel()
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, c.failure(ctx, within, err)
	}
	if response.StatusCode >= 300 {
		return nil, errorOf(response, body)
	}
	var envelope struct{ Result struct{ Error string } }
	if err := json.Unmarshal(body, &envelope); err != nil || envelope.Result.Error == "" {
		return nil, &AskAIFailure{Message: "The response is not a stream."}
	}
	return nil, &AskAIFailure{Message: envelope.Result.Error}
}
