import client.apis.OrganizationsApi
import client.infrastructure.ApiClient
import client.infrastructure.ClientError
import client.infrastructure.ClientException
import client.models.*

fun main() {
    ApiClient.apiKey["x-svc-api-key"] = System.getenv("PARLEY_API_KEY")
    ApiClient.apiKey["x-svc-auth-token"] = System.getenv("PARLEY_AUTH_TOKEN")
    val organizations = OrganizationsApi(System.getenv("PARLEY_BASE_URL"))
    fun get(id: String, one: Boolean) =
        organizations.organizationsGetV2(OrganizationsGetV2Request(OrganizationsListRequest(organizationIds = listOf(id), one = one))).result

    val found = get("acme", false)
    val update = OrganizationsUpdateRequest(listOf(OrganizationInput(organizationId = "acme")))
    val updated = organizations.organizationsUpdateV2(OrganizationsUpdateV2Request(update)).result
    val status = try {
        get("missing", true)
        null
    } catch (error: ClientException) {
        Regex("\"status\":\"(\\w+)\"").find((error.response as ClientError<*>).body.toString())?.groupValues?.get(1)
    }
    println(
        """{"id":"${found.data[0].organizationId}","time":${found.data[0].createdAt},"last":${found.nextPageToken == null},"status":"$status","map":${updated.data["acme"]?.success}}"""
    )
}
