import asyncio, json, os
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport


async def main():
    transport = StreamableHttpTransport(os.environ["URL"], headers=json.loads(os.environ["HEADERS"]))
    async with Client(transport) as client:
        tools = await client.list_tools()
        result = await client.call_tool("search_operations", {"query": "users"})
        print(json.dumps({"protocol": None, "tools": len(tools), "text": result.content[0].text}))


asyncio.run(main())
