import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AccountApi;
import org.openapitools.client.api.CoatsApi;
import org.openapitools.client.model.*;
import org.openapitools.client.model.Error;

/**
 * The client that OpenAPI Generator makes from openapi.yaml, called as a developer would: the README's horse, a cross, the
 * genes, the key, and two faults.
 * Guarantees: each answer arrives as the class that the document promises.
 * Leaves to others: making and compiling the client (run.sh).
 */
public class Call {
  private static int calls = 0;
  private static int failed = 0;

  public static void main(String[] words) throws Exception {
    CoatsApi coats = new CoatsApi(withKey(System.getenv("ROBE_KEY")));
    RequestBaseGenes base =
        new RequestBaseGenes()
            .agouti(List.of(AlleleAgouti.A, AlleleAgouti.LOWER_A))
            .extension(List.of(AlleleExtension.E, AlleleExtension.LOWER_E));
    RequestOtherGenes others = new RequestOtherGenes();
    others.setMatp(
        List.of(new RequestOtherGenesMatpInner(AlleleMatp.CR), new RequestOtherGenesMatpInner(AlleleMatp.N)));

    // The other answer is that to questions about what is not known.
    ResultRequest horse =
        new ResultRequest().base(new ParentBase(base)).others(new ParentOthers(others)).lang("en");
    Result coat = coats.calculateCoat(horse, null, null).getResult();
    holds("a coat", coat.getTranslate().equals("Buckskin"));
    holds("its alleles", coat.getOthers().getMatp().equals(List.of(AlleleMatp.CR, AlleleMatp.N)));

    Parent parent = new Parent().base(new ParentBase(base)).others(new ParentOthers(others));
    OffspringRequest cross =
        new OffspringRequest().mother(parent).father(parent).limit(new OffspringRequestLimit(3)).lang("en");
    Offspring foals = coats.calculateOffspring(cross, null, null).getOffspring();
    holds("a cross", foals.getResults().size() == 3 && foals.getTotalResults() == 27);

    Genes genes = coats.genes("de", null, null, null);
    holds("the genes", genes.getLanguage() == Language.DE && genes.getGenes().size() > 9);

    holds("the key", new AccountApi(withKey(System.getenv("ROBE_KEY"))).apiInfo(null).getAuthenticated());

    ResultRequest unspoken = new ResultRequest().base(new ParentBase(base)).lang("xx");
    Error fault = faultOf(() -> coats.calculateCoat(unspoken, null, null), 400);
    holds("a fault with its place", fault.getDetails().getField().equals("lang"));

    CoatsApi stranger = new CoatsApi(withKey("robe_live_unknown"));
    holds("no key", faultOf(() -> stranger.genes(null, null, null, null), 401).getCode() == Error.CodeEnum.AUTH_INVALID_KEY);

    System.out.println(calls + " calls, " + failed + " failed");
    System.exit(failed > 0 ? 1 : 0);
  }

  private static ApiClient withKey(String key) {
    ApiClient client = new ApiClient().setBasePath(System.getenv("ROBE_URL"));
    client.setApiKey(key);
    return client;
  }

  private interface Asking {
    Object ask() throws ApiException;
  }

  private static Error faultOf(Asking asking, int status) throws Exception {
    try {
      asking.ask();
    } catch (ApiException told) {
      if (told.getCode() == status) return Error.fromJson(told.getResponseBody());
      throw told;
    }
    throw new IllegalStateException("answered, where a " + status + " was due");
  }

  private static void holds(String what, boolean told) {
    calls++;
    if (told) return;
    failed++;
    System.out.println("failed: " + what);
  }
}
