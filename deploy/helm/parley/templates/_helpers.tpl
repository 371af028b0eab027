{{/* Labels of everything. */}}
{{- define "parley.labels" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* What selects the pods of one service: takes a dict of root and service. */}}
{{- define "parley.selector" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .service }}
{{- end }}

{{- define "parley.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* PARLEY_<SERVICE> of a service's name. */}}
{{- define "parley.variable" -}}
PARLEY_{{ . | upper | replace "-" "_" }}
{{- end }}

{{/* The environment that every process has; takes the root. */}}
{{- define "parley.environment" -}}
- name: PARLEY_OPS_PORT
  value: {{ .Values.opsPort | quote }}
# The job `prepare` does it.
- name: PARLEY_DATABASE_MIGRATE
  value: {{ not .Values.prepare.enabled | quote }}
- name: PARLEY_SERVICE_TOKENS
  valueFrom: { secretKeyRef: { name: {{ .Values.secrets.name | quote }}, key: service-tokens } }
- name: PARLEY_KAFKA_BROKERS
  value: {{ required "kafka.brokers must name the brokers" (join "," .Values.kafka.brokers) | quote }}
- name: PARLEY_KAFKA_PREFIX
  value: {{ .Values.kafka.prefix | quote }}
- name: PARLEY_KAFKA_SSL
  value: {{ .Values.kafka.ssl | quote }}
{{- with .Values.kafka.saslMechanism }}
- name: PARLEY_KAFKA_SASL_MECHANISM
  value: {{ . | quote }}
- name: PARLEY_KAFKA_USERNAME
  value: {{ $.Values.kafka.username | quote }}
- name: PARLEY_KAFKA_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ $.Values.secrets.kafka | quote }}, key: kafka-password } }
{{- end }}
{{- range $service, $settings := .Values.services }}
{{- if ne $service "gateway" }}
- name: {{ include "parley.variable" $service }}_URL
  value: http://{{ $.Release.Name }}-{{ $service }}-pods:{{ $settings.port }}
{{- end }}
{{- end }}
{{- range $name, $value := .Values.environment }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{/* Where the data of a service are; takes a dict of root, service and settings. */}}
{{- define "parley.database" -}}
- name: {{ include "parley.variable" .service }}_DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .root.Values.secrets.database.name | quote }}
      key: {{ .settings.ownDatabase | ternary (printf "%s-database-url" .service) .root.Values.secrets.database.key }}
{{- end }}

{{- define "parley.masterKeys" -}}
- name: PARLEY_MASTER_KEYS
  valueFrom: { secretKeyRef: { name: {{ .Values.secrets.name | quote }}, key: master-keys } }
{{- end }}

{{- define "parley.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- with .Values.volumeMounts }}
volumeMounts: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "parley.pod" -}}
automountServiceAccountToken: false
# Else Kubernetes would set PARLEY_USERS_PORT=tcp://… for a Service named parley-users.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.volumes }}
volumes: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}
