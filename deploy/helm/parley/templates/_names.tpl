{{/* The prefix of every name. Truncated so that the longest name, `<prefix>-organization-directory-pods`, has at most 63 characters. */}}
{{- define "parley.fullname" -}}
{{- $name := .Values.fullnameOverride | default (empty .Values.nameOverride | ternary .Release.Name (printf "%s-%s" .Release.Name .Values.nameOverride)) -}}
{{- if gt (len $name) 35 -}}
{{ $name | trunc 28 | trimSuffix "-" }}-{{ $name | sha256sum | trunc 6 }}
{{- else -}}
{{ $name }}
{{- end -}}
{{- end }}

{{/* The labels of every object; takes a dict of root and, for a service's object, service. */}}
{{- define "parley.labels" -}}
{{- with .root.Values.commonLabels }}
{{- toYaml . }}
{{ end -}}
app.kubernetes.io/name: {{ .root.Values.nameOverride | default "parley" }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .service }}
app.kubernetes.io/component: {{ . }}
{{- end }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{/* The selector of the pods of one service, or of all; takes a dict of root and service. */}}
{{- define "parley.selector" -}}
app.kubernetes.io/name: {{ .root.Values.nameOverride | default "parley" }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .service }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{/* The annotations of an object; takes a dict of root and annotations, a list of maps. Later maps take precedence. */}}
{{- define "parley.annotations" -}}
{{- $all := dict }}
{{- range prepend .annotations .root.Values.commonAnnotations }}
{{- $all = mergeOverwrite $all (deepCopy (. | default dict)) }}
{{- end }}
{{- with $all }}
annotations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The image of a container; takes a dict of root and settings, whose tag or digest takes precedence over the common one. */}}
{{- define "parley.image" -}}
{{- $image := .root.Values.image -}}
{{- $own := .settings.image | default dict -}}
{{- $registry := (.root.Values.global).imageRegistry | default $image.registry -}}
{{- $name := empty $registry | ternary $image.repository (printf "%s/%s" $registry $image.repository) -}}
{{- with or $own.tag $own.digest | empty | ternary $image.digest $own.digest -}}
{{ $name }}@{{ . }}
{{- else -}}
{{ $name }}:{{ $own.tag | default $image.tag | default $.root.Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "parley.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (.Values.serviceAccount.create | ternary (include "parley.fullname" .) "default") -}}
{{- end }}

{{/* Callers find every pod by this name; with a Service's virtual address, a caller would stay with one pod per connection. */}}
{{- define "parley.url" -}}
{{ .root.Values.rpcTls.enabled | ternary "https" "http" }}://{{ include "parley.fullname" .root }}-{{ .service }}-pods:{{ .settings.port }}
{{- end }}
