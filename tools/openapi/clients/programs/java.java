import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.OrganizationsApi;
import org.openapitools.client.auth.ApiKeyAuth;
import org.openapitools.client.model.*;

public class FirstCall {
    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient().setBasePath(System.getenv("PARLEY_BASE_URL"));
        ((ApiKeyAuth) client.getAuthentication("apiKey")).setApiKey(System.getenv("PARLEY_API_KEY"));
        ((ApiKeyAuth) client.getAuthentication("authToken")).setApiKey(System.getenv("PARLEY_AUTH_TOKEN"));
        OrganizationsApi organizations = new OrganizationsApi(client);
        OrganizationsListResult found = get(organizations, new OrganizationsListRequest().organizationIds(List.of("acme")));
        OrganizationsUpdateRequest update =
            new OrganizationsUpdateRequest().organizations(List.of(new OrganizationInput().organizationId("acme")));
        boolean updated =
            organizations
                .organizationsUpdateV2(new OrganizationsUpdateV2Request().data(update), null, null)
                .getResult()
                .getData()
                .get("acme")
                .getSuccess();
        String status = null;
        try {
            get(organizations, new OrganizationsListRequest().organizationIds(List.of("missing")).one(true));
        } catch (ApiException error) {
            status = JSON.getGson().fromJson(error.getResponseBody(), org.openapitools.client.model.Error.class).getError().getStatus();
        }
        System.out.printf(
            "{\"id\":\"%s\",\"time\":%d,\"last\":%b,\"status\":\"%s\",\"map\":%b}%n",
            found.getData().get(0).getOrganizationId(), found.getData().get(0).getCreatedAt(), found.getNextPageToken() == null, status, updated);
    }

    static OrganizationsListResult get(OrganizationsApi organizations, OrganizationsListRequest data) throws ApiException {
        return organizations.organizationsGetV2(new OrganizationsGetV2Request().data(data), null).getResult();
    }
}
