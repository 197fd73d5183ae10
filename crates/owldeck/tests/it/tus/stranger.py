"""Sends a file by tuspy, in pieces: `stranger.py ENDPOINT TOKEN FILE METADATA [PIECES]`. With PIECES it stops after so many, and another
client, which knows the address alone, sends the rest. Prints the address, where the other client began, and where it ended."""
import json
import sys

from tusclient import client

endpoint, token, path, metadata, *pieces = sys.argv[1:]
PIECE = 64 * 1024
headers = {"Authorization": f"Bearer {token}"}
with open(path, "rb") as file:
    first = client.TusClient(endpoint, headers=headers).uploader(
        file_stream=file, chunk_size=PIECE, metadata=json.loads(metadata)
    )
    if pieces:
        for _ in range(int(pieces[0])):
            first.upload_chunk()
    else:
        first.upload()
    address = first.url
with open(path, "rb") as file:
    second = client.TusClient(endpoint, headers=headers).uploader(
        file_stream=file, chunk_size=PIECE, url=address
    )
    begun = second.offset
    if pieces:
        second.upload()
    print(json.dumps({"address": address, "begun": begun, "ended": second.offset}))
