{{- define "lectern.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end }}
{{- end }}

{{/* Of one service: a dict of root and name. */}}
{{- define "lectern.serviceName" -}}
{{ printf "%s-%s" (include "lectern.name" .root) .name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "lectern.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "lectern.labels" -}}
{{ include "lectern.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "lectern.image" -}}
{{- $image := .root.Values.image -}}
{{- $path := printf "%s/%s" $image.repository .name -}}
{{- if $image.registry }}{{ $path = printf "%s/%s" $image.registry $path }}{{ end -}}
{{- with index $image.digests .name }}{{ printf "%s@%s" $path . }}{{ else }}{{ printf "%s:%s" $path ($image.tag | default $.root.Chart.AppVersion) }}{{ end -}}
{{- end }}

{{/* Services that run, with their defaults, as YAML: { gateway: {…}, … } */}}
{{- define "lectern.services" -}}
{{- $services := dict -}}
{{- range $name, $given := .Values.services -}}
{{- $service := mergeOverwrite (deepCopy $.Values.defaults) (deepCopy $given) -}}
{{- if $service.enabled }}{{ $_ := set $services $name $service }}{{ end -}}
{{- end -}}
{{ toYaml $services }}
{{- end }}

{{/* The program that migrates: every schema, and the keyword indexes where this release has any. */}}
{{- define "lectern.migration" -}}
{{- $indexes := hasKey (include "lectern.services" . | fromYaml) "knowledge-box" -}}
{{- $uses := ternary (list "postgres" "opensearch") (list "postgres") $indexes -}}
{{- $knows := ternary (list "zone") (list) $indexes -}}
{{- $own := pick .Values.migration "settings" "secretSettings" "serviceAccount" "egress" "volumes" "volumeMounts" -}}
{{ toYaml (merge (dict "uses" $uses "knows" $knows "job" true) $own) }}
{{- end }}

{{/* The port of an address, or the one of its scheme. */}}
{{- define "lectern.port" -}}
{{- $parsed := urlParse . -}}
{{- $ports := dict "http" "80" "https" "443" "nats" "4222" "tls" "4222" -}}
{{- regexFind ":[0-9]+$" $parsed.host | trimPrefix ":" | default (index $ports $parsed.scheme) -}}
{{- end }}
