{{- define "lectern.variable" -}}
- name: {{ .name }}
  value: {{ .value | toString | quote }}
{{- end }}

{{- define "lectern.secretVariable" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef: { name: {{ .secret }}, key: {{ .key }} }
{{- end }}

{{/* The environment of a program: the servers that it uses, its secrets, and the settings that were given. A dict of
     root, name and service. */}}
{{- define "lectern.environment" -}}
{{- $values := .root.Values -}}
{{- $dependencies := $values.dependencies -}}
{{- $plain := dict -}}
{{- $secret := dict -}}
{{- if has "nats" .service.uses -}}
{{- $plain = merge $plain (dict "NATS_URL" $dependencies.nats.url "NATS_USER" .name) -}}
{{- $_ := set $secret "NATS_PASSWORD" (dict "name" $dependencies.nats.passwords.name "key" .name) -}}
{{- end -}}
{{- if has "postgres" .service.uses -}}
{{- $_ := set $secret "DATABASE_URL" (dict "name" $dependencies.postgres.secret.name "key" $dependencies.postgres.secret.url) -}}
{{- end -}}
{{- if has "opensearch" .service.uses -}}
{{- $_ := set $plain "OPENSEARCH_URL" $dependencies.opensearch.url -}}
{{- with $dependencies.opensearch.secret -}}
{{- if .name -}}
{{- $_ := set $secret "OPENSEARCH_USERNAME" (dict "name" .name "key" .username) -}}
{{- $_ := set $secret "OPENSEARCH_PASSWORD" (dict "name" .name "key" .password) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if has "qdrant" .service.uses -}}
{{- $_ := set $plain "QDRANT_URL" $dependencies.qdrant.url -}}
{{- with $dependencies.qdrant.secret -}}
{{- if .name }}{{ $_ := set $secret "QDRANT_API_KEY" (dict "name" .name "key" .apiKey) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- if has "s3" .service.uses -}}
{{- $s3 := $dependencies.s3 -}}
{{- $plain = merge $plain (dict "S3_BUCKET" $s3.bucket "S3_REGION" $s3.region) -}}
{{- if $s3.endpoint }}{{ $_ := set $plain "S3_ENDPOINT" $s3.endpoint }}{{ end -}}
{{- if $s3.pathStyle }}{{ $_ := set $plain "S3_PATH_STYLE" "true" }}{{ end -}}
{{- with $s3.secret -}}
{{- if .name -}}
{{- $_ := set $secret "S3_ACCESS_KEY_ID" (dict "name" .name "key" .accessKeyId) -}}
{{- $_ := set $secret "S3_SECRET_ACCESS_KEY" (dict "name" .name "key" .secretAccessKey) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and (has "accounts" .service.uses) $dependencies.accounts.url -}}
{{- $_ := set $plain "ACCOUNTS_URL" $dependencies.accounts.url -}}
{{- $_ := set $secret "ZONE_KEY" (dict "name" $dependencies.accounts.secret.name "key" $dependencies.accounts.secret.key) -}}
{{- end -}}
{{- if and (has "zones" .service.uses) $dependencies.zones.secret.name -}}
{{- $_ := set $secret "ZONE_KEYS" (dict "name" $dependencies.zones.secret.name "key" $dependencies.zones.secret.keys) -}}
{{- end -}}
{{- range $use := .service.uses -}}
{{- with index $dependencies $use -}}
{{- $plain = mergeOverwrite $plain (.settings | default dict) -}}
{{- end -}}
{{- end -}}
{{- if has "sealing" .service.uses -}}
{{- $_ := set $secret "SECRETS_KEY" (dict "name" $values.secrets.sealing.name "key" $values.secrets.sealing.key) -}}
{{- end -}}
{{- if has "zone" .service.knows -}}
{{- $zone := dict "PUBLIC_URL" $values.origins.accounts "ZONE_ORIGIN" $values.origins.zone -}}
{{- $plain = merge $plain $zone (dict "ZONE_SLUG" $values.zone.slug "ZONE_TITLE" $values.zone.title) -}}
{{- end -}}
{{- if and (has "bootstrap" .service.knows) $values.secrets.bootstrap.name -}}
{{- $_ := set $secret "BOOTSTRAP_TOKEN" (dict "name" $values.secrets.bootstrap.name "key" $values.secrets.bootstrap.key) -}}
{{- end -}}
{{- if .service.listens -}}
{{- $plain = merge $plain (dict "HEALTH_PORT" $values.ports.health "SHUTDOWN_TIMEOUT_MS" ($values.shutdown.timeoutMs | int)) -}}
{{- end -}}
{{- if $values.trust.configMap }}{{ $_ := set $plain "NODE_EXTRA_CA_CERTS" "/etc/lectern/trust/ca.crt" }}{{ end -}}
{{- if .service.http }}{{ $_ := set $plain "HTTP_PORT" $values.ports.http }}{{ end -}}
{{- $plain = mergeOverwrite $plain $values.settings (.service.settings | default dict) -}}
{{- range $name, $value := $plain }}
{{ include "lectern.variable" (dict "name" $name "value" $value) }}
{{- end }}
{{- range $name, $from := mergeOverwrite $secret (.service.secretSettings | default dict) }}
{{ include "lectern.secretVariable" (dict "name" $name "secret" $from.name "key" $from.key) }}
{{- end }}
{{- end }}
