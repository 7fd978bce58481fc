// What calls.pyx has, with pybind11.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

namespace py = pybind11;
using view = py::array_t<double, py::array::c_style>;

struct Scale {
    double factor;
    double scaled(double x) const { return factor * x; }
};

PYBIND11_MODULE(by_pybind11, module)
{
    module.def("nothing", []() {});
    module.def("same", [](py::object x) { return x; });
    module.def("scalars", [](double x, int n) { return x * n; });
    module.def("one_view", [](py::array_t<double> x) { return x.shape(0); }, py::arg().noconvert());
    module.def("views_and_scalars",
               [](view a, view b, view c, view d, double p, double q, double r, double s, double t, int i, int j, int k, int m, int n) {
                   return a.shape(0) + b.shape(0) + c.shape(0) + d.shape(0) + p + q + r + s + t + i + j + k + m + n;
               });
    module.def("keywords", [](double x, double y, int n) { return x + y + n; }, py::arg("x"), py::arg("y") = 1.0, py::kw_only(),
               py::arg("n") = 0);
    module.def("product", [](double x, double y) { return x * y; });
    py::class_<Scale>(module, "Scale").def(py::init<double>()).def("scaled", &Scale::scaled).def_readwrite("factor", &Scale::factor);
}
