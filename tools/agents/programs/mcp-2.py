import asyncio, json, os
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def main():
    async with httpx2.AsyncClient(headers=json.loads(os.environ["HEADERS"])) as http:
        async with Client(streamable_http_client(os.environ["URL"], http_client=http)) as client:
            tools = (await client.list_tools()).tools
            result = await client.call_tool("search_operations", {"query": "users"})
            print(json.dumps({"protocol": client.protocol_version, "tools": len(tools), "text": result.content[0].text}))


asyncio.run(main())
