{{/* What the `restricted` level of pod security asks for. */}}
{{- define "lectern.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "lectern.containerSecurity" -}}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "lectern.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /data }
{{- if .Values.trust.configMap }}
- { name: trust, mountPath: /etc/lectern/trust, readOnly: true }
{{- end }}
{{- end }}

{{/* Nothing that has to be kept: that is in Postgres and S3. */}}
{{- define "lectern.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: {{ .Values.scratch.tmp }} }
- name: data
  emptyDir: { sizeLimit: {{ .Values.scratch.data }} }
{{- with .Values.trust }}
{{- if .configMap }}
- name: trust
  configMap: { name: {{ .configMap }}, items: [{ key: {{ .key }}, path: ca.crt }] }
{{- end }}
{{- end }}
{{- end }}

{{- define "lectern.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}
