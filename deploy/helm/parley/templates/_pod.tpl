{{/* The common settings of every pod; takes a dict of root, service, settings. */}}
{{- define "parley.pod" -}}
{{- $root := .root }}
{{- $settings := .settings }}
serviceAccountName: {{ .serviceAccount | default (include "parley.serviceAccount" $root) }}
automountServiceAccountToken: {{ $root.Values.serviceAccount.automount }}
# Otherwise Kubernetes would set PARLEY_USERS_PORT=tcp://… for a Service named parley-users.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
{{- with concat ((($root.Values.global).imagePullSecrets) | default list) $root.Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- range $name := list "priorityClassName" "nodeSelector" "tolerations" "affinity" }}
{{- with get $settings $name | default (get $root.Values $name) }}
{{ $name }}: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- with $root.Values.volumes }}
volumes: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The metadata of a pod; takes a dict of root, service, settings. */}}
{{- define "parley.podMetadata" -}}
labels:
  {{- with mergeOverwrite (deepCopy .root.Values.podLabels) (.settings.podLabels | default dict) }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- with .root.Values.commonLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- include "parley.selector" (dict "root" .root "service" .service) | nindent 2 }}
{{- include "parley.annotations" (dict "root" .root "annotations" (list .root.Values.podAnnotations .settings.podAnnotations)) }}
{{- end }}

{{/* The common settings of every container; takes a dict of root and settings. */}}
{{- define "parley.container" -}}
image: {{ include "parley.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- with .root.Values.volumeMounts }}
volumeMounts: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Spread by zone and host, separately for each version: otherwise the last pods of the old version would determine the places of the new ones. */}}
{{- define "parley.spread" -}}
{{- $settings := .settings }}
topologySpreadConstraints:
{{- with $settings.topologySpreadConstraints | default .root.Values.topologySpreadConstraints }}
  {{- toYaml . | nindent 2 }}
{{- else }}
  {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels: {{ include "parley.selector" $ | nindent 8 }}
  {{- end }}
{{- end }}
{{- end }}
