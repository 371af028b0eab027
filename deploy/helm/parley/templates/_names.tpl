{{/* Begins the name of everything. Cut so that the longest, `<it>-organization-directory-pods`, is a name that Kubernetes takes: 63 characters. */}}
{{- define "parley.fullname" -}}
{{- $name := .Values.fullnameOverride | default (empty .Values.nameOverride | ternary .Release.Name (printf "%s-%s" .Release.Name .Values.nameOverride)) -}}
{{- if gt (len $name) 35 -}}
{{ $name | trunc 28 | trimSuffix "-" }}-{{ $name | sha256sum | trunc 6 }}
{{- else -}}
{{ $name }}
{{- end -}}
{{- end }}

{{/* Labels of everything; takes a dict of root and, where it belongs to one, service. */}}
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

{{/* What selects the pods of one service, or of all; takes a dict of root and service. */}}
{{- define "parley.selector" -}}
app.kubernetes.io/name: {{ .root.Values.nameOverride | default "parley" }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .service }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{/* The annotations key of a metadata; takes a dict of root and annotations, a list of maps of which later ones win. */}}
{{- define "parley.annotations" -}}
{{- $all := dict }}
{{- range prepend .annotations .root.Values.commonAnnotations }}
{{- $all = mergeOverwrite $all (deepCopy (. | default dict)) }}
{{- end }}
{{- with $all }}
annotations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The image of a container; takes a dict of root and settings, whose own tag or digest wins over the one for all. */}}
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

{{/* Those who call it themselves find every pod by this name; a caller of a Service's own address would stay with one pod per connection. */}}
{{- define "parley.url" -}}
{{ .root.Values.rpcTls.enabled | ternary "https" "http" }}://{{ include "parley.fullname" .root }}-{{ .service }}-pods:{{ .settings.port }}
{{- end }}
