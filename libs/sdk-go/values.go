package parley

import (
	"encoding/json"
	"reflect"
	"strings"
)

// Nullable is a field that may be absent (its zero value), null (Null) or have a value (Value).
type Nullable[T any] struct {
	value T
	state uint8
}

// Value is a field with a value.
func Value[T any](value T) Nullable[T] { return Nullable[T]{value: value, state: 2} }

// Null is a field that is null: in an update it removes the current value.
func Null[T any]() Nullable[T] { return Nullable[T]{state: 1} }

// Get returns the value, and whether there is one.
func (n Nullable[T]) Get() (T, bool) { return n.value, n.state == 2 }

// IsZero makes encoding/json leave an absent field out.
func (n Nullable[T]) IsZero() bool { return n.state == 0 }

// MarshalJSON writes the value or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if n.state != 2 {
		return []byte("null"), nil
	}
	return json.Marshal(n.value)
}

// UnmarshalJSON reads the value or null.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*n = Null[T]()
		return nil
	}
	n.state = 2
	return json.Unmarshal(data, &n.value)
}

// marshalOpen writes a struct together with the customer's own keys.
func marshalOpen(known any, extra map[string]any) ([]byte, error) {
	data, err := json.Marshal(known)
	if err != nil || len(extra) == 0 {
		return data, err
	}
	fields := map[string]json.RawMessage{}
	for name, value := range extra {
		if fields[name], err = json.Marshal(value); err != nil {
			return nil, err
		}
	}
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, err
	}
	return json.Marshal(fields)
}

// unmarshalOpen reads a struct, and puts unknown keys into extra.
func unmarshalOpen(data []byte, known any, extra *map[string]any) error {
	if err := json.Unmarshal(data, known); err != nil {
		return err
	}
	fields := map[string]any{}
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	form := reflect.TypeOf(known).Elem()
	for index := range form.NumField() {
		name, _, _ := strings.Cut(form.Field(index).Tag.Get("json"), ",")
		delete(fields, name)
	}
	if len(fields) > 0 {
		*extra = fields
	}
	return nil
}
