import asyncio, json, os
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client


async def main():
    async with streamablehttp_client(os.environ["URL"], headers=json.loads(os.environ["HEADERS"])) as (read, write, _):
        async with ClientSession(read, write) as session:
            protocol = (await session.initialize()).protocolVersion
            tools = (await session.list_tools()).tools
            result = await session.call_tool("search_operations", {"query": "users"})
            print(json.dumps({"protocol": protocol, "tools": len(tools), "text": result.content[0].text}))


asyncio.run(main())
