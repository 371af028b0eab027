{{/*
The `env` of a container; takes a dict of root, service and settings, the service's values. Every variable occurs once: the service's values take
precedence over the common ones, and both over the chart's own. Entries of extraEnv come last, in their order, because they may refer to others.
*/}}
{{- define "parley.env" -}}
{{- $entries := fromYaml (include "parley.ownVariables" .) }}
{{- range $set := list .root.Values.environment .settings.environment }}
{{- range $name, $value := $set }}
{{- /* A YAML number is a float here and would be rendered as 1e+06. */}}
{{- $text := toString $value }}
{{- if kindIs "float64" $value }}{{ $text = int64 $value | toString }}{{ end }}
{{- $_ := set $entries $name (dict "value" $text) }}
{{- end }}
{{- end }}
{{- $extra := list }}
{{- range $entry := concat (.root.Values.extraEnv | default list) (.settings.extraEnv | default list) }}
{{- $_ := unset $entries $entry.name }}
{{- $kept := list }}
{{- range $extra }}{{ if ne .name $entry.name }}{{ $kept = append $kept . }}{{ end }}{{ end }}
{{- $extra = append $kept $entry }}
{{- end }}
{{- $own := list }}
{{- range $name, $entry := $entries }}
{{- $own = append $own (merge (dict "name" $name) $entry) }}
{{- end }}
{{- toYaml (concat $own $extra) }}
{{- end }}

{{- define "parley.envFrom" -}}
{{- with concat (.root.Values.envFrom | default list) (.settings.envFrom | default list) }}
envFrom: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* PARLEY_<SERVICE> for a service's name. */}}
{{- define "parley.variable" -}}
PARLEY_{{ . | upper | replace "-" "_" }}
{{- end }}

{{/* The chart's own variables: a map from names to the rest of an `env` entry. */}}
{{- define "parley.ownVariables" -}}
{{- $root := .root }}
{{- $secrets := $root.Values.secrets }}
# Probes and scrapers use the pod's address.
PARLEY_OPS_HOST: { value: "0.0.0.0" }
PARLEY_OPS_PORT: { value: {{ $root.Values.opsPort | quote }} }
# The job `prepare` runs the migrations.
PARLEY_DATABASE_MIGRATE: { value: {{ not $root.Values.prepare.enabled | quote }} }
{{- /* The job `prepare` neither makes nor receives calls. */}}
{{- if ne .service "prepare" }}
PARLEY_SERVICE_TOKENS:
  valueFrom: { secretKeyRef: { name: {{ include "parley.tokensSecret" (dict "root" $root "service" .service) | quote }}, key: service-tokens } }
{{- if not $secrets.ownServiceTokens }}
PARLEY_OWN_SERVICE_TOKEN: { valueFrom: { secretKeyRef: { name: {{ $secrets.name | quote }}, key: {{ .service }}-service-token } } }
{{- end }}
{{- end }}
{{- if and $root.Values.rpcTls.enabled (ne .service "prepare") }}
{{- $tls := include "parley.tlsSecret" (dict "root" $root "service" .service) }}
PARLEY_RPC_TLS_CERT: { valueFrom: { secretKeyRef: { name: {{ $tls | quote }}, key: tls.crt } } }
PARLEY_RPC_TLS_KEY: { valueFrom: { secretKeyRef: { name: {{ $tls | quote }}, key: tls.key } } }
PARLEY_RPC_TLS_CA: { valueFrom: { secretKeyRef: { name: {{ $tls | quote }}, key: ca.crt } } }
{{- end }}
{{- with $secrets.opsTokenKey }}
PARLEY_OPS_TOKEN: { valueFrom: { secretKeyRef: { name: {{ $secrets.name | quote }}, key: {{ . | quote }} } } }
{{- end }}
{{- include "parley.kafkaVariables" $root }}
{{- range $service, $settings := $root.Values.services }}
{{- if ne $service "gateway" }}
{{ include "parley.variable" $service }}_URL: { value: {{ include "parley.url" (dict "root" $root "service" $service "settings" $settings) | quote }} }
{{- end }}
{{- if and (ne $service "gateway") (has $.service (list $service "prepare")) }}
{{ include "parley.variable" $service }}_DATABASE_URL:
  valueFrom:
    secretKeyRef:
      name: {{ $secrets.database.name | quote }}
      key: {{ $settings.ownDatabase | ternary (printf "%s-database-url" $service) $secrets.database.key }}
{{- if and $secrets.database.directKey (eq $.service "prepare") }}
{{ include "parley.variable" $service }}_DATABASE_DIRECT_URL:
  valueFrom:
    secretKeyRef:
      name: {{ $secrets.database.name | quote }}
      key: {{ $settings.ownDatabase | ternary (printf "%s-%s" $service $secrets.database.directKey) $secrets.database.directKey }}
{{- end }}
{{- end }}
{{- end }}
{{- if eq .service "workspace" }}
PARLEY_MASTER_KEYS: { valueFrom: { secretKeyRef: { name: {{ $secrets.name | quote }}, key: master-keys } } }
{{- end }}
{{- if has .service (list "gateway" "notifications") }}
{{ include "parley.variable" .service }}_KEYS: { valueFrom: { secretKeyRef: { name: {{ $secrets.name | quote }}, key: {{ .service }}-keys } } }
{{- end }}
{{- if eq .service "gateway" }}
PARLEY_ADMIN_TOKEN: { valueFrom: { secretKeyRef: { name: {{ $secrets.name | quote }}, key: admin-token, optional: true } } }
{{- end }}
{{- /* Both are proxies that append the client's address. */}}
{{- if and (eq .service "gateway") (or $root.Values.ingress.enabled $root.Values.httpRoute.enabled) }}
PARLEY_PROXY_HOPS: { value: "1" }
{{- end }}
{{- if eq .service "prepare" }}
PARLEY_TOPIC_PARTITIONS: { value: {{ $root.Values.topics.partitions | quote }} }
PARLEY_TOPIC_REPLICATION: { value: {{ $root.Values.topics.replication | quote }} }
PARLEY_TOPIC_RETENTION_HOURS: { value: {{ $root.Values.topics.retentionHours | quote }} }
{{- else }}
{{ include "parley.variable" .service }}_PORT: { value: {{ .settings.port | quote }} }
{{- end }}
{{- end }}

{{/* The Secret with a service's tokens; takes a dict of root and service. */}}
{{- define "parley.tokensSecret" -}}
{{- .root.Values.secrets.ownServiceTokens | ternary (printf "%s-%s" .root.Values.secrets.name .service) .root.Values.secrets.name -}}
{{- end }}

{{/* The Secret with a service's certificate; takes a dict of root and service. */}}
{{- define "parley.tlsSecret" -}}
{{- .root.Values.rpcTls.ownSecrets | ternary (printf "%s-%s" .root.Values.rpcTls.secretName .service) .root.Values.rpcTls.secretName -}}
{{- end }}

{{- define "parley.kafkaVariables" }}
PARLEY_KAFKA_BROKERS: { value: {{ required "kafka.brokers must name the brokers" (join "," .Values.kafka.brokers) | quote }} }
PARLEY_KAFKA_PREFIX: { value: {{ .Values.kafka.prefix | quote }} }
PARLEY_KAFKA_SSL: { value: {{ .Values.kafka.ssl | quote }} }
{{- with .Values.kafka.saslMechanism }}
PARLEY_KAFKA_SASL_MECHANISM: { value: {{ . | quote }} }
PARLEY_KAFKA_USERNAME: { value: {{ $.Values.kafka.username | quote }} }
PARLEY_KAFKA_PASSWORD: { valueFrom: { secretKeyRef: { name: {{ $.Values.secrets.kafka | quote }}, key: {{ $.Values.secrets.kafkaKey }} } } }
{{- end }}
{{- end }}

{{/* Whether the gateways' connections begin with a header of the PROXY protocol. */}}
{{- define "parley.proxyProtocol" -}}
{{- $all := mergeOverwrite (deepCopy .Values.environment) (index .Values.services "gateway").environment -}}
{{- get $all "PARLEY_PROXY_PROTOCOL" | toString -}}
{{- end }}
