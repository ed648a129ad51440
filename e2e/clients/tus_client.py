"""Uploads with tuspy. Arguments: address of the uploads, credential as a header name and value, path of a file. Prints
where the upload was and how much was sent as JSON."""

import json
import sys

from tusclient.client import TusClient

url, header, value, path = sys.argv[1:]
client = TusClient(url, headers={header: value})
uploader = client.uploader(path, chunk_size=10_000, metadata={"filename": "tides.txt", "content_type": "text/plain"})
# A part, and then the rest as after a restart.
uploader.upload_chunk()
rest = client.uploader(path, chunk_size=10_000, url=uploader.url)
resumed_at = rest.offset
rest.upload()
print(json.dumps({"url": rest.url, "resumed_at": resumed_at, "offset": rest.offset}))
