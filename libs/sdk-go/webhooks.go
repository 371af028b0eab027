package parley

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrWebhookRefused means that a delivery must not be trusted: respond with 401.
var ErrWebhookRefused = errors.New("the delivery is refused")

// WebhookEvent is one of the nine events, or one about an endpoint or a removal; Event says which. One of Raw (the event with the whole
// thread), Processed (the users to notify, and of what), Thin (ids and the names of changed fields), About (an endpoint) or Removal is set.
type WebhookEvent struct {
	WebhookID  string                `json:"webhookId"`
	Event      string                `json:"event"`
	ActionType string                `json:"actionType"`
	Raw        *WebhookRaw           `json:"-"`
	Processed  *WebhookProcessed     `json:"-"`
	Thin       *WebhookThin          `json:"-"`
	About      *WebhookEndpointEvent `json:"-"`
	Removal    *WebhookRemovalEvent  `json:"-"`
	// JSON is the whole event.
	JSON json.RawMessage `json:"-"`
}

// UnwrapOptions are the options of Unwrap.
type UnwrapOptions struct {
	// PrivateKey is an RSA key in PEM, needed when bodies are encrypted.
	PrivateKey string
	// Tolerance is the largest difference between the time of a delivery and now; five minutes when 0.
	Tolerance time.Duration
	// Now replaces the clock.
	Now func() time.Time
}

// Unwrap verifies a delivery; see UnwrapWebhook.
func (r *Webhooks) Unwrap(body []byte, header http.Header, secrets []string, options UnwrapOptions) (*WebhookEvent, error) {
	return UnwrapWebhook(body, header, secrets, options)
}

// UnwrapWebhook verifies a delivery, decodes or decrypts it and returns its event. The body must be the received bytes, unchanged; one of
// the secrets must have signed it. Fails with ErrWebhookRefused when the delivery must not be trusted.
func UnwrapWebhook(body []byte, header http.Header, secrets []string, options UnwrapOptions) (*WebhookEvent, error) {
	if options.Tolerance == 0 {
		options.Tolerance = 5 * time.Minute
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	if problem := problemOf(body, header, secrets, options); problem != "" {
		return nil, fmt.Errorf("%w: %s", ErrWebhookRefused, problem)
	}
	opened, err := opened(body, options.PrivateKey)
	if err != nil {
		return nil, err
	}
	event := &WebhookEvent{JSON: opened}
	if err := json.Unmarshal(opened, event); err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(opened, &fields); err != nil {
		return nil, err
	}
	if _, isRaw := fields["commentAnnotation"]; isRaw {
		event.Raw = &WebhookRaw{}
		return event, json.Unmarshal(opened, event.Raw)
	}
	if _, isThin := fields["changed"]; isThin {
		event.Thin = &WebhookThin{}
		return event, json.Unmarshal(opened, event.Thin)
	}
	if _, isAbout := fields["endpoint"]; isAbout {
		event.About = &WebhookEndpointEvent{}
		return event, json.Unmarshal(opened, event.About)
	}
	if _, isRemoval := fields["removal"]; isRemoval {
		event.Removal = &WebhookRemovalEvent{}
		return event, json.Unmarshal(opened, event.Removal)
	}
	event.Processed = &WebhookProcessed{}
	return event, json.Unmarshal(opened, event.Processed)
}

func problemOf(body []byte, header http.Header, secrets []string, options UnwrapOptions) string {
	id, timestamp, signature := header.Get("webhook-id"), header.Get("webhook-timestamp"), header.Get("webhook-signature")
	if id == "" || timestamp == "" || signature == "" {
		return "webhook-id, webhook-timestamp or webhook-signature is missing"
	}
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if err != nil {
		return "webhook-timestamp is not a number of seconds"
	}
	if options.Now().Sub(time.Unix(int64(seconds), 0)).Abs() > options.Tolerance {
		return fmt.Sprintf("webhook-timestamp is more than %s away from now", options.Tolerance)
	}
	keys, err := keysOf(secrets)
	if err != nil {
		return "a secret is not base64 after whsec_; copy it whole, as Get webhook secret returns it"
	}
	if len(keys) == 0 {
		return "there is no secret to verify it with; is the variable that holds it (whsec_…) set?"
	}
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.", id, timestamp)
		mac.Write(body)
		expected := mac.Sum(nil)
		for _, part := range strings.Split(signature, " ") {
			given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(part, "v1,"))
			// Text that is not base64 is not a signature.
			if err == nil && strings.HasPrefix(part, "v1,") && hmac.Equal(given, expected) {
				return ""
			}
		}
	}
	return "no signature matches a known secret; is the body exactly the received bytes, not parsed and serialised again?"
}

func keysOf(secrets []string) ([][]byte, error) {
	var keys [][]byte
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(strings.TrimSpace(secret), "whsec_"))
		if err != nil {
			return nil, err
		}
		// With an empty secret, as from a variable that is not set, anybody could sign.
		if len(key) > 0 {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

func opened(body []byte, privateKey string) ([]byte, error) {
	var sent struct {
		EncodedPayload                  *string
		EncryptedData, EncryptedKey, IV []byte
	}
	if err := json.Unmarshal(body, &sent); err != nil {
		return nil, err
	}
	if sent.EncodedPayload != nil {
		return base64.StdEncoding.DecodeString(*sent.EncodedPayload)
	}
	if sent.EncryptedData == nil {
		return body, nil
	}
	if privateKey == "" {
		return nil, errors.New("the body is encrypted, and no PrivateKey was given")
	}
	rsaKey, err := privateKeyOf(privateKey)
	if err != nil {
		return nil, err
	}
	// Each attempt has a key and an iv of its own; the key is encrypted with the public key of the webhook configuration.
	key, err := rsa.DecryptOAEP(sha256.New(), nil, rsaKey, sent.EncryptedKey, nil)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	data := sent.EncryptedData
	if len(data) == 0 || len(data)%aes.BlockSize != 0 || len(sent.IV) != aes.BlockSize {
		return nil, errors.New("the encrypted body is not whole")
	}
	cipher.NewCBCDecrypter(block, sent.IV).CryptBlocks(data, data)
	padding := int(data[len(data)-1])
	if padding == 0 || padding > aes.BlockSize {
		return nil, errors.New("the encrypted body is not whole")
	}
	return data[:len(data)-padding], nil
}

func privateKeyOf(text string) (*rsa.PrivateKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("PrivateKey is not PEM (-----BEGIN PRIVATE KEY-----)")
	}
	if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return key, nil
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	rsaKey, ok := key.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("PrivateKey is not an RSA key")
	}
	return rsaKey, nil
}
